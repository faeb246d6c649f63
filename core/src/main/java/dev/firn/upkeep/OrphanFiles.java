package dev.firn.upkeep;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerStore;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds and removes files below a table's location that its metadata does not lead to: left behind
 * by crashes, conflicts and given-up batches.
 *
 * <p>Files younger than the retention are left alone, since they may belong to a commit under way
 * or to one whose outcome is unknown. The ledger and rejects are never touched, even where somebody
 * has placed them inside the table's location. Memory: the table's file names. One thread.
 */
public final class OrphanFiles {
  /** The least that can be asked for: no commit, retry or unknown outcome lasts longer. */
  public static final Duration LEAST_AGE = Duration.ofDays(1);

  /** The usual retention, as other engines have it. */
  public static final Duration USUAL_AGE = Duration.ofDays(3);

  /** What is named in a report. */
  private static final int NAMED_MOST = 100;

  private static final Logger LOG = LoggerFactory.getLogger(OrphanFiles.class);
  private static final String METADATA_SUFFIX = ".metadata.json";
  private static final String OWN_TEMPORARY = ".firn-tmp-";

  private final TableFiles table;
  private final Clock clock;

  /**
   * Orphans of a table.
   *
   * @param clock tells what is old, by the times that storage gives files
   */
  public OrphanFiles(TableFiles table, Clock clock) {
    this.table = table;
    this.clock = clock;
  }

  /**
   * What is to be done.
   *
   * @param age files younger than this stay; from outside at least {@link #LEAST_AGE}
   * @param delete whether to delete; else they are only counted
   * @param ignoreOtherSpellings whether files that the metadata knows with another scheme or
   *     authority are left alone; else they stop everything
   */
  public record Settings(Duration age, boolean delete, boolean ignoreOtherSpellings) {}

  /**
   * What was found.
   *
   * @param listed files below the table's location
   * @param orphans those that nothing leads to
   * @param bytes their size
   * @param deleted how many of them were deleted
   * @param young files that nothing leads to, and that are too young to tell
   * @param named the first of the orphans
   */
  public record Report(
      long listed, long orphans, long bytes, long deleted, long young, List<String> named) {
    /** Copies the list. */
    public Report {
      named = List.copyOf(named);
    }
  }

  /**
   * Lists the table's location, then reads its metadata and all manifests.
   *
   * @throws FirnException {@link ErrorCode#TABLE} if a file is known under another spelling, or
   *     another table lies inside; {@link ErrorCode#STORAGE} if storage fails or can't list.
   *     Nothing was deleted in any of these cases
   */
  public Report run(Settings settings) {
    // What is committed after the listing is known by then; the other way round it would not be.
    List<FileInfo> listed = list();
    TableMetadata metadata = table.operations().refresh();
    Map<String, Set<FileSpelling>> known = known(metadata);
    refuseOtherTables(listed, metadata);
    long youngest = clock.instant().minus(settings.age()).toEpochMilli();
    List<FileInfo> orphans = new ArrayList<>();
    long young = 0;
    for (FileInfo file : listed) {
      if (isKnown(file, known, settings)
          || isHidden(file.location(), metadata)
          || isOfLedger(file.location())) {
        continue;
      }
      if (file.createdAtMillis() < youngest) {
        orphans.add(file);
      } else {
        young++;
      }
    }
    long deleted = settings.delete() ? orphans.stream().filter(this::delete).count() : 0;
    return new Report(
        listed.size(),
        orphans.size(),
        orphans.stream().mapToLong(FileInfo::size).sum(),
        deleted,
        young,
        orphans.stream().map(FileInfo::location).limit(NAMED_MOST).toList());
  }

  private boolean isKnown(FileInfo file, Map<String, Set<FileSpelling>> known, Settings settings) {
    FileSpelling spelling = FileSpelling.of(file.location());
    Set<FileSpelling> spellings = known.get(spelling.path());
    if (spellings == null) {
      return false;
    }
    if (!spellings.contains(spelling) && !settings.ignoreOtherSpellings()) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't tell orphans of "
              + table.name()
              + ": storage lists "
              + file.location()
              + ", the metadata has that path as "
              + spellings.iterator().next()
              + "; nothing was deleted; if both are the same storage, say that other spellings are"
              + " to be left alone");
    }
    return true;
  }

  private Map<String, Set<FileSpelling>> known(TableMetadata metadata) {
    Map<String, Set<FileSpelling>> known = new HashMap<>();
    try {
      ReachableFiles.each(
          table.operations().io(),
          metadata,
          location -> {
            FileSpelling spelling = FileSpelling.of(location);
            known.computeIfAbsent(spelling.path(), path -> new HashSet<>(2)).add(spelling);
          });
    } catch (NotFoundException | UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't tell orphans of "
              + table.name()
              + ", as a manifest can't be read (snapshots may have been expired meanwhile): "
              + e.getMessage()
              + "; nothing was deleted, try again",
          e);
    }
    return known;
  }

  /** A table whose location holds other tables has no orphans that can be told from their files. */
  private void refuseOtherTables(List<FileInfo> listed, TableMetadata metadata) {
    Set<String> folders = new HashSet<>();
    folders.add(folder(FileSpelling.of(metadata.metadataFileLocation()).path()));
    metadata
        .previousFiles()
        .forEach(entry -> folders.add(folder(FileSpelling.of(entry.file()).path())));
    folders.add(FileSpelling.of(metadata.location()).path() + "/metadata");
    for (FileInfo file : listed) {
      String path = FileSpelling.of(file.location()).path();
      if (path.endsWith(METADATA_SUFFIX) && !folders.contains(folder(path))) {
        throw new FirnException(
            ErrorCode.TABLE,
            "can't tell orphans of "
                + table.name()
                + ": another table seems to lie inside its location ("
                + file.location()
                + "); nothing was deleted, move that table first");
      }
    }
  }

  private static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** Names that engines hide belong to somebody else, but for partitions and our own leftovers. */
  private static boolean isHidden(String location, TableMetadata metadata) {
    String root = FileSpelling.of(metadata.location()).path();
    String path = FileSpelling.of(location).path();
    String below = path.startsWith(root) ? path.substring(root.length()) : path;
    for (String name : below.split("/", -1)) {
      boolean hides = name.startsWith("_") || name.startsWith(".");
      if (hides && name.indexOf('=') < 0 && !name.startsWith(OWN_TEMPORARY)) {
        return true;
      }
    }
    return path.endsWith("/version-hint.text");
  }

  private boolean isOfLedger(String location) {
    String path = FileSpelling.of(location).path();
    return table
        .ledger()
        .map(LedgerStore::location)
        .filter(
            folders ->
                path.startsWith(FileSpelling.of(folders.ledger()).path())
                    || path.startsWith(FileSpelling.of(folders.rejects()).path()))
        .isPresent();
  }

  private boolean delete(FileInfo file) {
    try {
      table.operations().io().deleteFile(file.location());
      return true;
    } catch (NotFoundException e) {
      return false;
    } catch (UncheckedIOException e) {
      LOG.warn("left {} for the next clean-up: {}", file.location(), e.getMessage());
      return false;
    }
  }

  private List<FileInfo> list() {
    FileIO io = table.operations().io();
    String location = table.operations().current().location();
    if (!(io instanceof SupportsPrefixOperations listing)) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't list " + location + ": " + io.getClass().getName() + " has no listing");
    }
    List<FileInfo> files = new ArrayList<>();
    try {
      listing.listPrefix(location.endsWith("/") ? location : location + "/").forEach(files::add);
    } catch (NotFoundException e) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "listing " + location + " failed: " + e.getMessage() + "; nothing was deleted, try again",
          e);
    }
    return files;
  }

  /** An age that may be asked for from outside. */
  public static Duration checked(Duration age) {
    if (age.compareTo(LEAST_AGE) < 0) {
      throw new FirnException(
          ErrorCode.USAGE,
          "orphans younger than "
              + age
              + " can't be asked for: files of commits under way would be among them; expected at"
              + " least "
              + LEAST_AGE.toHours()
              + "h");
    }
    return age;
  }

  /** The usual settings: only counted. */
  public static Settings dryRun(Optional<Duration> age) {
    return new Settings(checked(age.orElse(USUAL_AGE)), false, false);
  }
}
