package dev.firn.migrate;

import dev.firn.catalog.PointerStore;
import dev.firn.catalog.TableIdentity;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;

/** Kills a migration before or after its n-th call to a catalog, or after a step. */
final class Killer {
  private final int atCall;
  private int calls;

  Killer(int atCall) {
    this.atCall = atCall;
  }

  boolean struck() {
    return calls >= atCall;
  }

  void step(MigrationStep step) {
    strike();
  }

  private void strike() {
    calls++;
    if (calls == atCall) {
      throw new Killed(atCall);
    }
  }

  private <T> T around(Supplier<T> call) {
    strike();
    T answer = call.get();
    strike();
    return answer;
  }

  MigrationSource source(MigrationSource source) {
    return new MigrationSource() {
      @Override
      public String name() {
        return source.name();
      }

      @Override
      public FileIO io() {
        return source.io();
      }

      @Override
      public List<TableIdentifier> tables() {
        return source.tables();
      }

      @Override
      public PointerStore.Turn turn(TableIdentifier table) {
        return source.turn(table);
      }

      @Override
      public SourceState state(TableIdentifier table) {
        return around(() -> source.state(table));
      }

      @Override
      public boolean fence(TableIdentifier table, String expected, String movedTo) {
        return around(() -> source.fence(table, expected, movedTo));
      }

      @Override
      public boolean settle(TableIdentifier table, String movedTo) {
        return around(() -> source.settle(table, movedTo));
      }
    };
  }

  MigrationTarget target(MigrationTarget target) {
    return new MigrationTarget() {
      @Override
      public String name() {
        return target.name();
      }

      @Override
      public Optional<String> obstacle(TableIdentifier table, Origin from, TableIdentity identity) {
        return around(() -> target.obstacle(table, from, identity));
      }

      @Override
      public String mark(TableIdentifier table) {
        return around(() -> target.mark(table));
      }

      @Override
      public boolean registeredSince(String mark, TableIdentifier table, String location) {
        return around(() -> target.registeredSince(mark, table, location));
      }

      @Override
      public void register(TableIdentifier table, Origin from, String metadataLocation) {
        around(
            () -> {
              target.register(table, from, metadataLocation);
              return true;
            });
      }
    };
  }
}
