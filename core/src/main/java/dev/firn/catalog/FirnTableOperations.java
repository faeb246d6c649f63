package dev.firn.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;

/**
 * One table of a {@link FirnCatalog}: loads its metadata and swaps its pointer.
 *
 * <p>{@link #tryCommit} is one attempt with one of three outcomes, for a caller with a retry loop
 * of its own; {@link #commit} is the same as exceptions, for Iceberg's loops. Safe for threads;
 * each thread sees some state that was current.
 */
public final class FirnTableOperations implements TableOperations {
  /** A metadata file that is read may be cleaned up by this many commits that come in between. */
  private static final int MAX_LOADS = 5;

  /** What the operations on a table work with. */
  record Place(
      TableIdentifier table, String fullName, PointerStore store, FileIO io, Supplier<UUID> ids) {}

  /** What was loaded; without metadata if there was no table. */
  private record Loaded(@Nullable TableMetadata metadata) {}

  private final Place place;
  private final Attempts attempts;
  private final RecentMetadata recent;
  private volatile @Nullable Loaded loaded;
  private volatile boolean stale = true;

  FirnTableOperations(Place place, Attempts attempts, RecentMetadata recent) {
    this.place = place;
    this.attempts = attempts;
    this.recent = recent;
  }

  /** The metadata that was loaded last, or null if there is no such table. */
  @Override
  public @Nullable TableMetadata current() {
    Loaded now = loaded;
    return now == null || stale ? refresh() : now.metadata();
  }

  /**
   * Loads the metadata if the pointer has moved. Cost: a read of the pointer, and of the metadata
   * file if it is a new one.
   *
   * @return null if there is no such table and never was one in this object
   * @throws NoSuchTableException if the table was there and is not any more
   * @throws NotFoundException if the metadata file is missing
   * @throws FirnException {@link ErrorCode#STORAGE} if the metadata file can't be read; may be
   *     retried
   */
  @Override
  public @Nullable TableMetadata refresh() {
    Loaded before = loaded;
    TableMetadata known = before == null ? null : before.metadata();
    NotFoundException missing = null;
    for (int load = 0; load < MAX_LOADS; load++) {
      Optional<String> pointer = place.store().read(place.table());
      if (pointer.isEmpty()) {
        return gone(known);
      }
      if (known != null && pointer.get().equals(known.metadataFileLocation())) {
        stale = false;
        return known;
      }
      try {
        return arrived(known, load(known, pointer.get()));
      } catch (NotFoundException e) {
        missing = e;
      } catch (UncheckedIOException e) {
        throw new FirnException(
            ErrorCode.STORAGE,
            "can't load "
                + place.fullName()
                + ": reading "
                + pointer.get()
                + " failed ("
                + e.getMessage()
                + "); try again",
            e);
      }
    }
    throw new NotFoundException(
        missing,
        "can't load %s: the catalog names a metadata file that is missing (%s); restore it, or drop"
            + " the table",
        place.fullName(),
        missing == null ? "" : missing.getMessage());
  }

  /** The first load of a table reads its file: who opens it wants to know that it is there. */
  private TableMetadata load(@Nullable TableMetadata known, String location) {
    Optional<TableMetadata> read =
        known == null ? Optional.empty() : recent.get(place.table(), location);
    return read.orElseGet(() -> TableMetadataParser.read(place.io(), location));
  }

  private @Nullable TableMetadata gone(@Nullable TableMetadata known) {
    loaded = new Loaded(null);
    stale = false;
    if (known != null) {
      throw new NoSuchTableException("Table does not exist any more: %s", place.fullName());
    }
    return null;
  }

  private TableMetadata arrived(@Nullable TableMetadata known, TableMetadata metadata) {
    if (known != null && known.uuid() != null && !known.uuid().equals(metadata.uuid())) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't go on with "
              + place.fullName()
              + ": the table "
              + known.uuid()
              + " was replaced by another one, "
              + metadata.uuid()
              + "; load it anew");
    }
    loaded = new Loaded(metadata);
    stale = false;
    recent.put(place.table(), metadata);
    return metadata;
  }

  /**
   * Waits for the turn of this table among the writers of all processes, writes the metadata and
   * swaps the pointer, once. Nothing is written if the pointer has moved by then.
   *
   * @param base what the change was built on, as it was loaded; null to create the table
   * @param next the metadata to commit
   * @return what became of it; on a conflict the metadata file was deleted again
   * @throws PointerStoreException if the database fails and certainly changed nothing
   * @throws org.apache.iceberg.exceptions.NoSuchNamespaceException if the table was to be created
   *     in a namespace that does not exist
   * @throws FirnException if the metadata file can't be written
   */
  public CommitResult tryCommit(@Nullable TableMetadata base, TableMetadata next) {
    try (PointerStore.Turn turn = place.store().turn(place.table())) {
      // Within a turn that is held already the base was loaded a moment ago.
      if (base != null && !turn.again() && hasMoved(base)) {
        return new CommitResult.Conflict(
            PointerSwap.moved(place.table(), base.metadataFileLocation()));
      }
      return writeAndSwap(base, next);
    }
  }

  /** Asked before anything is written in vain; the swap asks again, and decides. */
  private boolean hasMoved(TableMetadata base) {
    try {
      Optional<String> pointer = place.store().read(place.table());
      return !pointer.equals(Optional.of(base.metadataFileLocation()));
    } catch (PointerStoreException e) {
      // The swap will see for itself, and has the patience for a database that comes back.
      return false;
    }
  }

  private CommitResult writeAndSwap(@Nullable TableMetadata base, TableMetadata next) {
    MetadataFiles files = new MetadataFiles(place.io(), place.ids());
    String location = files.write(place.fullName(), base, next);
    String expected = base == null ? null : base.metadataFileLocation();
    PointerSwap.Outcome outcome;
    try {
      PointerSwap.Part part = new PointerSwap.Part(place.table(), expected, next, location);
      outcome = new PointerSwap(place.store(), place.io(), List.of(part)).run(attempts);
    } catch (RuntimeException e) {
      // The swap throws only what is certain to have moved nothing. An Error could come from
      // anywhere and leaves the file alone.
      files.deleteQuietly(location);
      throw e;
    }
    if (outcome instanceof PointerSwap.Outcome.Unknown unknown) {
      return new CommitResult.Unknown(location, unknown.cause());
    }
    if (outcome instanceof PointerSwap.Outcome.Conflict conflict) {
      files.deleteQuietly(location);
      return new CommitResult.Conflict(conflict.reason());
    }
    // Iceberg looks at what it has committed, and a writer goes on from there: not read back.
    TableMetadata written = written(next, location);
    recent.put(place.table(), written);
    loaded = new Loaded(written);
    stale = true;
    files.cleanUp(place.fullName(), base, next);
    return new CommitResult.Committed(location);
  }

  /** The metadata as it would be read from its file. */
  private static TableMetadata written(TableMetadata metadata, String location) {
    return TableMetadata.buildFrom(metadata)
        .discardChanges()
        .withMetadataLocation(location)
        .build();
  }

  /**
   * {@inheritDoc}
   *
   * @throws CommitFailedException on a conflict: refresh, build the change anew, try again
   * @throws AlreadyExistsException if the table was to be created and exists
   * @throws CommitStateUnknownException if it can't be told whether the change landed
   */
  @Override
  public void commit(@Nullable TableMetadata base, TableMetadata metadata) {
    if (base != current()) {
      throw base == null
          ? new AlreadyExistsException("Table already exists: %s", place.fullName())
          : new CommitFailedException("Cannot commit: %s has changed", place.fullName());
    }
    if (base == metadata) {
      return;
    }
    CommitResult result = tryCommit(base, metadata);
    if (result instanceof CommitResult.Conflict conflict) {
      throw base == null
          ? new AlreadyExistsException("%s", conflict.reason())
          : new CommitFailedException("%s", conflict.reason());
    }
    if (result instanceof CommitResult.Unknown unknown) {
      throw new CommitStateUnknownException(
          "can't tell whether the commit of "
              + unknown.metadataLocation()
              + " to "
              + place.fullName()
              + " landed; nothing was deleted",
          unknown.cause());
    }
  }

  @Override
  public FileIO io() {
    return place.io();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return metadataFileLocation(requireCurrent(), fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return locationProvider(requireCurrent());
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return new UncommittedOperations(this, uncommitted);
  }

  private TableMetadata requireCurrent() {
    TableMetadata metadata = current();
    if (metadata == null) {
      throw new NoSuchTableException("Table does not exist: %s", place.fullName());
    }
    return metadata;
  }

  static String metadataFileLocation(TableMetadata metadata, String fileName) {
    String folder = metadata.properties().get(TableProperties.WRITE_METADATA_LOCATION);
    String base = folder == null ? metadata.location() + "/metadata" : folder;
    return (base.endsWith("/") ? base : base + "/") + fileName;
  }

  static LocationProvider locationProvider(TableMetadata metadata) {
    return LocationProviders.locationsFor(metadata.location(), metadata.properties());
  }

  @Override
  public String toString() {
    return place.fullName();
  }
}
