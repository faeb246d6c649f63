package dev.firn.ledger;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger's folder as a listing shows it: for clean-up, and for one check. */
final class LedgerFolder {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerFolder.class);

  private final FileIO io;
  private final LedgerLocation location;
  private final LedgerStore store;

  LedgerFolder(FileIO io, LedgerLocation location, LedgerStore store) {
    this.io = io;
    this.location = location;
    this.store = store;
  }

  Optional<LedgerRoot> newestCommittedRoot(UUID tableUuid) {
    String tableHex = FileNames.hex(tableUuid);
    record Found(String location, long sequence) {}
    List<Found> candidates = new ArrayList<>();
    for (FileInfo file : list()) {
      FileNames.parseRoot(nameOf(file))
          .filter(name -> name.sequence() > 1 && name.tableHex().equals(tableHex))
          .ifPresent(name -> candidates.add(new Found(file.location(), name.sequence())));
    }
    candidates.sort(Comparator.comparingLong(Found::sequence).reversed());
    for (Found candidate : candidates) {
      Optional<LedgerRoot> root = store.find(candidate.location());
      if (root.isPresent()) {
        return root;
      }
    }
    return Optional.empty();
  }

  int collectGarbage(Set<String> rootsToKeep, Instant olderThan) {
    if (rootsToKeep.isEmpty()) {
      return 0;
    }
    Set<String> needed = new HashSet<>();
    Set<String> tables = new HashSet<>();
    List<Link> kept = new ArrayList<>();
    for (String rootLocation : rootsToKeep) {
      LedgerRoot root = store.read(rootLocation);
      kept.add(Link.of(root));
      needed.add(nameOf(rootLocation));
      tables.add(FileNames.hex(root.tableUuid()));
      root.segments().forEach(segment -> needed.add(nameOf(segment.location())));
    }
    keepChains(kept, needed);
    List<FileInfo> files = list();
    boolean shared = files.stream().anyMatch(file -> isRoot(file, hex -> !tables.contains(hex)));
    if (shared) {
      LOG.warn(
          "{} also holds roots of another table (dropped, perhaps); its segments are left alone,"
              + " remove that ledger by hand",
          location.ledger());
    }
    int deleted = 0;
    for (FileInfo file : files) {
      boolean ours =
          isRoot(file, tables::contains) || (!shared && FileNames.isSegment(nameOf(file)));
      if (ours
          && !needed.contains(nameOf(file))
          && file.createdAtMillis() < olderThan.toEpochMilli()
          && delete(file.location())) {
        deleted++;
      }
    }
    return deleted;
  }

  /** What a chain needs of a root; a day's worth of whole roots would be large. */
  private record Link(String location, long sequence, Optional<String> previous) {
    static Link of(LedgerRoot root) {
      return new Link(root.location(), root.sequence(), root.previous());
    }
  }

  private static boolean isRoot(FileInfo file, Predicate<String> tableHex) {
    return FileNames.parseRoot(nameOf(file)).filter(n -> tableHex.test(n.tableHex())).isPresent();
  }

  /**
   * The roots between kept ones stay, without their segments: a rollback whose snapshots have
   * expired is proven by walking from one to the other.
   */
  private void keepChains(List<Link> kept, Set<String> needed) {
    long oldest = kept.stream().mapToLong(Link::sequence).min().orElse(0);
    Map<String, Link> known = new HashMap<>();
    kept.forEach(link -> known.put(link.location(), link));
    Set<String> walked = new HashSet<>();
    for (Link link : kept) {
      Optional<Link> each = Optional.of(link);
      while (each.isPresent() && walked.add(each.get().location())) {
        needed.add(nameOf(each.get().location()));
        each =
            each.filter(newer -> newer.sequence() > oldest)
                .flatMap(Link::previous)
                .flatMap(
                    before ->
                        Optional.ofNullable(known.get(before))
                            .or(() -> store.find(before).map(Link::of)));
      }
    }
  }

  private boolean delete(String file) {
    try {
      io.deleteFile(file);
      return true;
    } catch (NotFoundException e) {
      return false;
    } catch (UncheckedIOException e) {
      LOG.warn("Left {} for the next clean-up of the ledger: {}", file, e.getMessage());
      return false;
    }
  }

  private List<FileInfo> list() {
    if (!(io instanceof SupportsPrefixOperations)) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't list the ledger at "
              + location.ledger()
              + ": "
              + io.getClass()
              + " has no listing");
    }
    List<FileInfo> files = new ArrayList<>();
    try {
      ((SupportsPrefixOperations) io).listPrefix(location.ledger()).forEach(files::add);
    } catch (NotFoundException e) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "listing " + location.ledger() + " failed: " + e.getMessage() + "; try again",
          e);
    }
    return files;
  }

  private static String nameOf(FileInfo file) {
    return nameOf(file.location());
  }

  /** Names are unique, so that paths spelled in another way (file:/, file:///) do no harm. */
  private static String nameOf(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }
}
