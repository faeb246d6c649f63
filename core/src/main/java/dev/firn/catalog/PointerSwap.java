package dev.firn.catalog;

import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * Moves one pointer once, and finds out what became of it.
 *
 * <p>A clean answer of the store is final. After a failure that may have been applied the pointer
 * decides, and the log of earlier metadata files in what it names:
 *
 * <ul>
 *   <li>ours is named, or in the log: it landed (others may have committed on top);
 *   <li>the file that we built on is in the log, ours is not: another writer followed on it, so
 *       that our compare-and-set has nothing to replace any more: it never lands;
 *   <li>the pointer is where it was: it may have failed or be under way. The same compare-and-set
 *       is issued again: whichever of the two comes first wins and the other one finds nothing to
 *       replace, so that it can't happen twice. Then the pointer is looked at again;
 *   <li>anything else (the table is gone, the log is too short, the store can't be read): unknown.
 * </ul>
 */
final class PointerSwap {
  private enum Seen {
    OURS,
    OTHERS,
    UNCHANGED,
    /** The store or the file it names could not be read: look again. */
    NOTHING,
    /** The table or the end of its log is gone: looking again does not help. */
    LOST
  }

  private final PointerStore store;
  private final FileIO io;
  private final TableIdentifier table;
  private final @Nullable String expected;
  private final TableMetadata next;
  private final String nextLocation;
  private @Nullable RuntimeException lastFailure;
  private boolean mayHaveBeenApplied;

  /**
   * One move.
   *
   * @param base what the change was built on, null to create the table
   * @param next what was written to {@code nextLocation}
   */
  PointerSwap(
      FirnTableOperations.Place place,
      @Nullable TableMetadata base,
      TableMetadata next,
      String nextLocation) {
    this.store = place.store();
    this.io = place.io();
    this.table = place.table();
    this.expected = base == null ? null : base.metadataFileLocation();
    this.next = next;
    this.nextLocation = nextLocation;
  }

  /**
   * Moves it.
   *
   * @throws PointerStoreException if it certainly did not move and the store keeps failing
   * @throws NoSuchNamespaceException if the table was to be created in a missing namespace
   */
  CommitResult run(Attempts attempts) {
    long startNanos = System.nanoTime();
    Seen seen = Seen.UNCHANGED;
    for (int attempt = 1; attempt <= attempts.most(); attempt++) {
      // Never moved again blindly: only while the pointer was seen to be where it was.
      if (seen == Seen.UNCHANGED) {
        Optional<CommitResult> answer = tryOnce();
        if (answer.isPresent()) {
          return answer.get();
        }
      }
      seen = look();
      if (seen == Seen.OURS) {
        return new CommitResult.Committed(nextLocation);
      }
      if (seen == Seen.OTHERS) {
        return conflict();
      }
      boolean last =
          seen == Seen.LOST
              || attempt == attempts.most()
              || System.nanoTime() - startNanos > attempts.longest().toNanos();
      if (last || !attempts.pauseAfter(attempt)) {
        break;
      }
    }
    RuntimeException failure =
        lastFailure == null ? new IllegalStateException("the pointer can't be read") : lastFailure;
    if (!mayHaveBeenApplied) {
      throw failure;
    }
    return new CommitResult.Unknown(nextLocation, failure);
  }

  private Optional<CommitResult> tryOnce() {
    try {
      boolean moved =
          expected == null
              ? store.create(table, nextLocation)
              : store.compareAndSet(table, expected, nextLocation);
      if (moved) {
        return Optional.of(new CommitResult.Committed(nextLocation));
      }
      // Nothing to replace: final, unless an earlier attempt of ours has replaced it.
      return mayHaveBeenApplied ? Optional.empty() : Optional.of(conflict());
    } catch (NoSuchNamespaceException e) {
      if (!mayHaveBeenApplied) {
        throw e;
      }
      lastFailure = e;
    } catch (PointerStoreException e) {
      lastFailure = e;
      mayHaveBeenApplied |= e.mayHaveBeenApplied();
    } catch (RuntimeException e) {
      lastFailure = e;
      mayHaveBeenApplied = true;
    }
    return Optional.empty();
  }

  private CommitResult conflict() {
    return new CommitResult.Conflict(
        expected == null
            ? "can't create " + table + ": a table or view of that name exists"
            : "can't commit to "
                + table
                + ": it is no longer at "
                + expected
                + "; load it afresh and try again");
  }

  private Seen look() {
    try {
      Optional<String> pointer = store.read(table);
      if (pointer.isEmpty()) {
        // A create that is under way leaves no trace; a table that was there is gone with its log.
        return expected == null ? Seen.UNCHANGED : Seen.LOST;
      }
      String now = pointer.get();
      if (same(now, nextLocation)) {
        return Seen.OURS;
      }
      if (expected != null && now.equals(expected)) {
        return Seen.UNCHANGED;
      }
      return judge(TableMetadataParser.read(io, now));
    } catch (NotFoundException e) {
      // The metadata file was cleaned up by later commits: look at where the pointer is by now.
      return Seen.NOTHING;
    } catch (RuntimeException e) {
      lastFailure = lastFailure == null ? e : lastFailure;
      return Seen.NOTHING;
    }
  }

  private Seen judge(TableMetadata now) {
    if (inLog(now, nextLocation)) {
      return Seen.OURS;
    }
    if (expected == null) {
      return next.uuid().equals(now.uuid()) ? Seen.OURS : Seen.OTHERS;
    }
    return inLog(now, expected) ? Seen.OTHERS : Seen.LOST;
  }

  private static boolean inLog(TableMetadata metadata, String location) {
    return metadata.previousFiles().stream().anyMatch(entry -> same(entry.file(), location));
  }

  /** Other engines may spell a local location in another way when they carry the log on. */
  private static boolean same(String one, String other) {
    return one.equals(other) || spelling(one).equals(spelling(other));
  }

  private static String spelling(String location) {
    try {
      return Locations.canonical(location);
    } catch (FirnException e) {
      // Some engines write relative paths: compared as they are.
      return location;
    }
  }
}
