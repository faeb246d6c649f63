package dev.firn.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;

/** Adds entries for tables that exist as files, and makes sure that a table has one entry only. */
final class Registrar {
  /** How often entries are looked through again because others are added all the time. */
  private static final int MAX_LOOKS = 20;

  private final PointerStore store;
  private final FileIO io;
  private final SameTable sameTable;
  private final Attempts attempts;

  Registrar(PointerStore store, FileIO io, Attempts attempts) {
    this.store = store;
    this.io = io;
    this.sameTable = new SameTable(store, io);
    this.attempts = attempts;
  }

  /** Adds an entry that names the given metadata file. */
  void register(TableIdentifier table, String metadataLocation) {
    Names.check(table);
    add("register " + metadataLocation + " as " + table, table, metadataLocation, false);
  }

  /** Brings a dropped table back under its own or another name. */
  void undrop(PointerMove drop, TableIdentifier as) {
    Names.check(as);
    String location = drop.from().orElseThrow();
    String what = "undrop " + drop.table() + (as.equals(drop.table()) ? "" : " as " + as);
    if (store.wentOn(drop)) {
      throw new FirnException(
          ErrorCode.CONFLICT,
          "can't "
              + what
              + ": the table was there again after that drop and has newer commits than "
              + location
              + "; look at the history for its last drop");
    }
    add(what, as, location, true);
  }

  private void add(String what, TableIdentifier table, String location, boolean undrop) {
    PointerMove.Kind kind = undrop ? PointerMove.Kind.UNDROP : PointerMove.Kind.REGISTER;
    for (int look = 0; look < MAX_LOOKS; look++) {
      checkFree(what, table);
      TableIdentity identity = TableIdentity.of(read(what, location, undrop));
      SameTable.Found found = sameTable.find(identity, Optional.empty());
      if (found.other().isPresent()) {
        throw inUse(what, identity, found.other().get());
      }
      PointerStore.Added added =
          new Decision<>(
                  what,
                  () -> store.add(table, location, kind, found.version()),
                  () ->
                      store.read(table).equals(Optional.of(location))
                          ? Optional.of(PointerStore.Added.ADDED)
                          : Optional.empty())
              .run(attempts);
      if (added == PointerStore.Added.ADDED) {
        return;
      }
    }
    throw new FirnException(
        ErrorCode.CONFLICT, "can't " + what + ": other tables are added all the time; try again");
  }

  private void checkFree(String what, TableIdentifier table) {
    Optional<String> fenced = store.fenced(table);
    if (fenced.isPresent()) {
      throw new AlreadyExistsException(
          "Table already exists: %s; it has moved to %s and its name is kept, can't %s",
          table, fenced.get(), what);
    }
    if (store.taken(table)) {
      throw new AlreadyExistsException(
          "Table already exists: %s (or a view); can't %s, use another name", table, what);
    }
  }

  private TableMetadata read(String what, String location, boolean undrop) {
    try {
      return TableMetadataParser.read(io, location);
    } catch (NotFoundException e) {
      if (!undrop) {
        throw e;
      }
      throw new FirnException(
          ErrorCode.NOT_FOUND,
          "can't " + what + ": its metadata file " + location + " is gone; it was purged",
          e);
    }
  }

  private FirnException inUse(String what, TableIdentity identity, String other) {
    return new FirnException(
        ErrorCode.ALREADY_EXISTS,
        "can't "
            + what
            + ": its UUID ("
            + identity.uuid()
            + ") or location ("
            + identity.location()
            + ") is that of "
            + other
            + ", and a table with two entries loses commits; drop that entry first");
  }

  /**
   * Refuses to delete the files of a table that another entry has too.
   *
   * @param table the entry whose files are to be deleted
   */
  void checkNotShared(TableIdentifier table, TableMetadata metadata) {
    TableIdentity identity = TableIdentity.of(metadata);
    Optional<String> other = sameTable.find(identity, Optional.of(table)).other();
    if (other.isPresent()) {
      throw new FirnException(
          ErrorCode.CONFLICT,
          "can't purge "
              + table
              + ": "
              + other.get()
              + " has the same UUID ("
              + identity.uuid()
              + ") or location ("
              + identity.location()
              + ") and would lose its files; drop it without purge");
    }
  }
}
