package dev.firn.migrate;

import dev.firn.catalog.PointerStore;
import dev.firn.catalog.TableIdentity;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.migrate.Migrated.Outcome;
import dev.firn.migrate.MigrationTarget.Origin;
import dev.firn.migrate.relocation.LocationMapping;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Brings tables from a source to a target, one at a time; begins, resumes or finds done, whichever
 * it is. Holds no state: after a crash a new object goes on. Safe for threads and for several
 * processes at once.
 */
public final class Migration {
  /** Writers at the source may be first again and again, though not for ever. */
  private static final int MAX_ATTEMPTS = 200;

  private final MigrationSource source;
  private final MigrationTarget target;
  private final Journal journal;
  private final Supplier<UUID> ids;
  private final Clock clock;
  private final Consumer<MigrationStep> steps;

  /**
   * Ready to run.
   *
   * @param ids where the names of journals come from
   * @param clock for what is written down only
   * @param steps told after each step
   * @throws FirnException if source and target are the same
   */
  public Migration(
      MigrationSource source,
      MigrationTarget target,
      Supplier<UUID> ids,
      Clock clock,
      Consumer<MigrationStep> steps) {
    if (source.name().equals(target.name())) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't migrate from "
              + source.name()
              + " to itself; name two catalogs, or rename the table");
    }
    this.source = source;
    this.target = target;
    this.journal = new Journal(source.io());
    this.ids = ids;
    this.clock = clock;
    this.steps = steps;
  }

  /**
   * Says what {@link #run} would do, and changes nothing.
   *
   * @throws FirnException whatever {@code run} would refuse
   */
  public Migrated dryRun(TableIdentifier table, TableIdentifier as) {
    SourceState state = source.state(table);
    if (state instanceof SourceState.Live live) {
      JournalEntry entry = check(table, as, live.metadataLocation());
      return result(entry, Outcome.POSSIBLE, false);
    }
    JournalEntry entry = begun(table, as, state);
    return result(entry, journal.isDone(entry) ? Outcome.ALREADY : Outcome.UNFINISHED, true);
  }

  /**
   * Brings a table to the target.
   *
   * @param table its name at the source
   * @param as its name at the target
   * @throws FirnException {@link ErrorCode#NOT_FOUND} if there is no such table, {@link
   *     ErrorCode#ALREADY_EXISTS} if the target has the name or the table already, or it was
   *     migrated to somewhere else, {@link ErrorCode#CONFLICT} if writers keep being first, {@link
   *     ErrorCode#TABLE} if its locations are relative
   * @throws RuntimeException if a catalog or storage fails; run it again then
   */
  public Migrated run(TableIdentifier table, TableIdentifier as) {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      SourceState state = source.state(table);
      Optional<Migrated> done =
          state instanceof SourceState.Live
              ? begin(table, as).flatMap(entry -> goOn(entry, Outcome.MIGRATED))
              : goOn(begun(table, as, state), Outcome.RESUMED);
      if (done.isPresent()) {
        return done.get();
      }
    }
    throw new FirnException(
        ErrorCode.CONFLICT,
        "can't migrate "
            + table
            + ": writers committed to it "
            + MAX_ATTEMPTS
            + " times before it could be fenced; nothing was changed, pause them and try again");
  }

  /** Up to the fence; empty if something else happened to the table meanwhile. */
  private Optional<JournalEntry> begin(TableIdentifier table, TableIdentifier as) {
    try (PointerStore.Turn turn = source.turn(table)) {
      if (!(source.state(table) instanceof SourceState.Live live)) {
        return Optional.empty();
      }
      JournalEntry entry = check(table, as, live.metadataLocation());
      steps.accept(MigrationStep.CHECKED);
      journal.write(entry);
      steps.accept(MigrationStep.JOURNALLED);
      if (!fence(entry)) {
        journal.forget(entry);
        return Optional.empty();
      }
      steps.accept(MigrationStep.FENCED);
      return Optional.of(entry);
    }
  }

  /** Everything that could stand against it, before anything is changed. */
  private JournalEntry check(TableIdentifier table, TableIdentifier as, String pointer) {
    if (!LocationMapping.isAbsolute(pointer)) {
      throw relative(table, pointer);
    }
    TableMetadata metadata = TableMetadataParser.read(source.io(), pointer);
    if (!LocationMapping.isAbsolute(metadata.location())) {
      throw relative(table, metadata.location());
    }
    Origin from = new Origin(source.name(), table);
    target
        .obstacle(as, from, TableIdentity.of(metadata))
        .ifPresent(
            obstacle -> {
              throw new FirnException(
                  ErrorCode.ALREADY_EXISTS,
                  "can't migrate "
                      + table
                      + " to "
                      + target.name()
                      + " as "
                      + as
                      + ": "
                      + obstacle
                      + "; nothing was changed");
            });
    return new JournalEntry(
        Journal.location(metadata.location(), ids.get()),
        from,
        target.name(),
        as,
        pointer,
        String.valueOf(metadata.uuid()),
        target.mark(as),
        clock.instant());
  }

  private static FirnException relative(TableIdentifier table, String location) {
    return new FirnException(
        ErrorCode.TABLE,
        "can't migrate "
            + table
            + ": '"
            + location
            + "' is a relative location, which means another place to another client; run firn"
            + " relocate first");
  }

  /** The migration that a tombstone belongs to. */
  private JournalEntry begun(TableIdentifier table, TableIdentifier as, SourceState state) {
    if (!(state instanceof SourceState.Moved moved)) {
      throw new FirnException(
          ErrorCode.NOT_FOUND,
          "can't migrate " + table + ": " + source.name() + " has no such table");
    }
    Optional<Tombstone> tombstone = Tombstone.parse(moved.movedTo());
    if (tombstone.isEmpty()) {
      throw new FirnException(
          ErrorCode.ALREADY_EXISTS,
          "can't migrate " + table + ": it has moved to " + moved.movedTo());
    }
    JournalEntry entry = journal.read(tombstone.get().journal());
    if (!entry.target().equals(target.name()) || !entry.as().equals(as)) {
      throw new FirnException(
          ErrorCode.ALREADY_EXISTS,
          "can't migrate "
              + table
              + " to "
              + target.name()
              + " as "
              + as
              + ": it was fenced to go to "
              + entry.target()
              + " as "
              + entry.as()
              + "; run that migration again to be sure that it is there, and go on from there");
    }
    return entry;
  }

  /** Whether the tombstone is in place; throws if that can't be told. */
  private boolean fence(JournalEntry entry) {
    String text = Tombstone.of(entry).text();
    try {
      return source.fence(entry.from().table(), entry.metadataLocation(), text);
    } catch (RuntimeException e) {
      if (isFencedBy(entry, text, e)) {
        return true;
      }
      // It may still be under way. The journal stays: whoever finds the tombstone needs it.
      throw e;
    }
  }

  private boolean isFencedBy(JournalEntry entry, String text, RuntimeException failure) {
    try {
      return source.state(entry.from().table()) instanceof SourceState.Moved moved
          && moved.movedTo().equals(text);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /** From the fence to the end; empty if a writer got past the fence. */
  private Optional<Migrated> goOn(JournalEntry entry, Outcome outcome) {
    if (journal.isDone(entry)) {
      return Optional.of(result(entry, Outcome.ALREADY, true));
    }
    String text = Tombstone.of(entry).text();
    if (!source.settle(entry.from().table(), text)) {
      return Optional.empty();
    }
    steps.accept(MigrationStep.SETTLED);
    register(entry);
    steps.accept(MigrationStep.REGISTERED);
    journal.finish(entry, clock.instant());
    steps.accept(MigrationStep.FINISHED);
    return Optional.of(result(entry, outcome, true));
  }

  private void register(JournalEntry entry) {
    if (isRegistered(entry)) {
      return;
    }
    try {
      target.register(entry.as(), entry.from(), entry.metadataLocation());
    } catch (RuntimeException e) {
      try {
        if (isRegistered(entry)) {
          return;
        }
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw new FirnException(
          e instanceof FirnException f ? f.code() : ErrorCode.CATALOG,
          "can't register "
              + entry.as()
              + " in "
              + target.name()
              + ": "
              + e.getMessage()
              + "; the table is fenced at "
              + source.name()
              + " and nobody can write it: remove what stands against it and run the migration"
              + " again",
          e);
    }
  }

  private boolean isRegistered(JournalEntry entry) {
    return target.registeredSince(entry.targetMark(), entry.as(), entry.metadataLocation());
  }

  private static Migrated result(JournalEntry entry, Outcome outcome, boolean written) {
    return new Migrated(
        entry.from().table(),
        entry.as(),
        entry.metadataLocation(),
        outcome,
        written ? Optional.of(entry.location()) : Optional.empty());
  }
}
