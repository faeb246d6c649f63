package dev.firn.catalog;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * Moves one pointer once, or several at once, and finds out what became of it.
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
 *   <li>the table is gone, or the log is too short to tell: the history of pointers decides, if it
 *       names ours;
 *   <li>anything else (the store can't be read): unknown.
 * </ul>
 *
 * <p>Several pointers move together or not at all, so that what became of one is what became of
 * all.
 */
final class PointerSwap {
  /** What became of a move. */
  sealed interface Outcome {
    /** Every pointer moved. */
    record Moved() implements Outcome {}

    /** No pointer moved or ever will. */
    record Conflict(String reason) implements Outcome {}

    /** It can't be told. */
    record Unknown(Exception cause) implements Outcome {}
  }

  private enum Seen {
    OURS,
    OTHERS,
    UNCHANGED,
    /** The store or the file it names could not be read: look again. */
    NOTHING,
    /** The table or the end of its log is gone: looking again does not help. */
    LOST
  }

  /**
   * One pointer of the move.
   *
   * @param expected where it is now; null to create it
   * @param next what was written to {@code nextLocation}
   */
  record Part(
      TableIdentifier table, @Nullable String expected, TableMetadata next, String nextLocation) {
    private PointerChange change() {
      return expected == null
          ? new PointerChange.Create(table, nextLocation)
          : new PointerChange.Move(table, expected, nextLocation);
    }
  }

  private final PointerStore store;
  private final FileIO io;
  private final List<Part> parts;
  private @Nullable RuntimeException lastFailure;
  private boolean mayHaveBeenApplied;

  /** One move of at least one pointer. */
  PointerSwap(PointerStore store, FileIO io, List<Part> parts) {
    this.store = store;
    this.io = io;
    this.parts = List.copyOf(parts);
  }

  /**
   * Moves it.
   *
   * @throws PointerStoreException if it certainly did not move and the store keeps failing
   * @throws NoSuchNamespaceException if the table was to be created in a missing namespace
   */
  Outcome run(Attempts attempts) {
    long startNanos = System.nanoTime();
    Seen seen = Seen.UNCHANGED;
    for (int attempt = 1; attempt <= attempts.most(); attempt++) {
      // Never moved again blindly: only while the pointer was seen to be where it was.
      if (seen == Seen.UNCHANGED) {
        Optional<Outcome> answer = tryOnce();
        if (answer.isPresent()) {
          return answer.get();
        }
      }
      seen = look();
      if (seen == Seen.OURS) {
        return new Outcome.Moved();
      }
      if (seen == Seen.OTHERS) {
        return conflict(parts.get(0));
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
    return new Outcome.Unknown(failure);
  }

  private Optional<Outcome> tryOnce() {
    try {
      Optional<Part> obstacle = move();
      if (obstacle.isEmpty()) {
        return Optional.of(new Outcome.Moved());
      }
      // Nothing to replace: final, unless an earlier attempt of ours has replaced it.
      return mayHaveBeenApplied ? Optional.empty() : Optional.of(conflict(obstacle.get()));
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

  /** Empty if it is done. */
  private Optional<Part> move() {
    Part first = parts.get(0);
    if (parts.size() > 1) {
      return store
          .apply(parts.stream().map(Part::change).toList())
          .map(change -> partOf(change.table()));
    }
    boolean moved =
        first.expected == null
            ? store.create(first.table, first.nextLocation)
            : store.compareAndSet(first.table, first.expected, first.nextLocation);
    return moved ? Optional.empty() : Optional.of(first);
  }

  private Part partOf(TableIdentifier table) {
    return parts.stream().filter(part -> part.table.equals(table)).findFirst().orElseThrow();
  }

  private static Outcome conflict(Part part) {
    return new Outcome.Conflict(
        part.expected == null
            ? "Table already exists: " + part.table + "; a table or view has taken its name"
            : moved(part.table, part.expected));
  }

  /** Why a commit found nothing to replace; begins as Iceberg's catalogs begin it. */
  static String moved(TableIdentifier table, String expected) {
    return "Cannot commit to "
        + table
        + ": it is no longer at "
        + expected
        + "; load it afresh and try again";
  }

  /** What can be told for certain of one part holds for all; else what is hardest to tell. */
  private Seen look() {
    Seen all = Seen.UNCHANGED;
    for (Part part : parts) {
      Seen seen = look(part);
      if (seen == Seen.OURS || seen == Seen.OTHERS) {
        return seen;
      }
      all = seen == Seen.UNCHANGED || all == Seen.LOST ? all : seen;
    }
    return all;
  }

  private Seen look(Part part) {
    try {
      Optional<String> pointer = store.read(part.table);
      if (pointer.isEmpty() && part.expected == null) {
        // A create that is under way leaves no trace; one that was dropped again has a history.
        return history(part, Seen.UNCHANGED);
      }
      if (pointer.isEmpty()) {
        return history(part, Seen.LOST);
      }
      String now = pointer.get();
      if (same(now, part.nextLocation)) {
        return Seen.OURS;
      }
      if (now.equals(part.expected)) {
        return Seen.UNCHANGED;
      }
      Seen seen = judge(part, TableMetadataParser.read(io, now));
      return seen == Seen.LOST ? history(part, Seen.LOST) : seen;
    } catch (NotFoundException e) {
      // The metadata file was cleaned up by later commits: look at where the pointer is by now.
      return Seen.NOTHING;
    } catch (RuntimeException e) {
      lastFailure = lastFailure == null ? e : lastFailure;
      return Seen.NOTHING;
    }
  }

  /** The history proves a success; its silence proves nothing. */
  private Seen history(Part part, Seen otherwise) {
    return store.hasBeenAt(part.table, part.nextLocation) ? Seen.OURS : otherwise;
  }

  private static Seen judge(Part part, TableMetadata now) {
    if (inLog(now, part.nextLocation)) {
      return Seen.OURS;
    }
    if (part.expected == null) {
      return part.next.uuid().equals(now.uuid()) ? Seen.OURS : Seen.OTHERS;
    }
    return inLog(now, part.expected) ? Seen.OTHERS : Seen.LOST;
  }

  private static boolean inLog(TableMetadata metadata, String location) {
    return metadata.previousFiles().stream().anyMatch(entry -> same(entry.file(), location));
  }

  /** Other engines may spell a local location in another way when they carry the log on. */
  private static boolean same(String one, String other) {
    return one.equals(other) || TableIdentity.spelling(one).equals(TableIdentity.spelling(other));
  }
}
