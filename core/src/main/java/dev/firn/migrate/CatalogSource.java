package dev.firn.migrate;

import dev.firn.catalog.PointerMove;
import dev.firn.catalog.PointerStore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;

/** Firn's own catalog as a source. Its compare-and-set lets nobody past, so it settles at once. */
public final class CatalogSource implements MigrationSource {
  /** Looked through for tombstones in each namespace. */
  private static final int MAX_DROPS = 10_000;

  private final String name;
  private final PointerStore pointers;
  private final FileIO io;

  /**
   * A catalog.
   *
   * @param name the same text on every machine, see {@link MigrationSource#name}
   * @param pointers closed by the caller
   */
  public CatalogSource(String name, PointerStore pointers, FileIO io) {
    this.name = name;
    this.pointers = pointers;
    this.io = io;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  public List<TableIdentifier> tables() {
    Set<TableIdentifier> tables = new LinkedHashSet<>();
    collect(Namespace.empty(), tables);
    return new ArrayList<>(tables);
  }

  private void collect(Namespace parent, Set<TableIdentifier> tables) {
    for (Namespace namespace : pointers.listNamespaces(parent)) {
      tables.addAll(pointers.list(namespace));
      for (PointerMove move : pointers.drops(namespace, MAX_DROPS)) {
        if (move.kind() == PointerMove.Kind.FENCE && pointers.fenced(move.table()).isPresent()) {
          tables.add(move.table());
        }
      }
      collect(namespace, tables);
    }
  }

  @Override
  public SourceState state(TableIdentifier table) {
    Optional<String> pointer = pointers.read(table);
    if (pointer.isPresent()) {
      return new SourceState.Live(pointer.get());
    }
    return pointers
        .fenced(table)
        .<SourceState>map(SourceState.Moved::new)
        .orElseGet(SourceState.Missing::new);
  }

  @Override
  public PointerStore.Turn turn(TableIdentifier table) {
    return pointers.turn(table);
  }

  @Override
  public boolean fence(TableIdentifier table, String expected, String movedTo) {
    return pointers.fence(table, expected, movedTo);
  }

  @Override
  public boolean settle(TableIdentifier table, String movedTo) {
    return pointers.fenced(table).equals(Optional.of(movedTo));
  }
}
