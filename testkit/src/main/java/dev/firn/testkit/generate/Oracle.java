package dev.firn.testkit.generate;

import dev.firn.decode.RejectReason;
import dev.firn.ledger.FileStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Knows what has to become of uploaded files: a version that was uploaded after one of the same
 * path was ingested is rejected or ingested as the policy says; after a rejected one it stands for
 * itself. Immutable.
 */
public final class Oracle {
  /** What happens to another version of an ingested file. */
  public enum OnOverwrite {
    /** It is rejected with {@link RejectReason#OVERWRITTEN}. */
    REJECT,
    /** Its rows are added. */
    INGEST
  }

  /**
   * Sums over all versions.
   *
   * @param ingested versions whose rows are in the table, those without rows too
   * @param rejected versions refused whole
   * @param rowsIn rows found in the ingested ones
   * @param rowsRejected rows of them that were put aside
   * @param idSum sum of the ids of the rows in the table, modulo 2^64
   */
  public record Totals(long ingested, long rejected, long rowsIn, long rowsRejected, long idSum) {
    /** Rows in the table. */
    public long rowsWritten() {
      return rowsIn - rowsRejected;
    }
  }

  private final OnOverwrite policy;
  private final List<ExpectedFile> files;

  /**
   * An oracle for uploads that were seen in the given order, each before the next one to its path.
   */
  public Oracle(List<GeneratedFile> uploads, OnOverwrite policy) {
    this.policy = policy;
    Map<String, GeneratedFile> ingested = new HashMap<>();
    List<ExpectedFile> expected = new ArrayList<>();
    Map<String, Boolean> seen = new HashMap<>();
    for (GeneratedFile file : uploads) {
      boolean seenBefore = seen.put(file.path(), true) != null;
      if (file.kind().isNoise() || (seenBefore && file.isSameVersionAgain())) {
        continue;
      }
      ExpectedFile outcome = outcome(file, ingested.containsKey(file.path()));
      if (outcome.status() == FileStatus.INGESTED) {
        ingested.put(file.path(), file);
      }
      expected.add(outcome);
    }
    this.files = List.copyOf(expected);
  }

  /**
   * The last upload to each path, in their order: all that is there once everything was written.
   */
  public static List<GeneratedFile> lastUploads(List<GeneratedFile> uploads) {
    Map<String, GeneratedFile> last = new LinkedHashMap<>();
    for (GeneratedFile file : uploads) {
      last.put(file.path(), file);
    }
    return List.copyOf(last.values());
  }

  private ExpectedFile outcome(GeneratedFile file, boolean overwrites) {
    FileTruth truth = file.truth();
    Optional<RejectReason> reason = truth.refusal();
    if (overwrites && policy == OnOverwrite.REJECT) {
      reason = Optional.of(RejectReason.OVERWRITTEN);
    }
    if (reason.isPresent()) {
      return new ExpectedFile(file, FileStatus.REJECTED, reason, 0, 0);
    }
    return new ExpectedFile(
        file, FileStatus.INGESTED, Optional.empty(), truth.rows(), truth.badRows().size());
  }

  /** The outcome of every version, in the order of their uploads; noise is not among them. */
  public List<ExpectedFile> files() {
    return files;
  }

  /** The sums. */
  public Totals totals() {
    long ingested = 0;
    long rowsIn = 0;
    long rowsRejected = 0;
    long idSum = 0;
    for (ExpectedFile file : files) {
      ingested += file.status() == FileStatus.INGESTED ? 1 : 0;
      rowsIn += file.rowsIn();
      rowsRejected += file.rowsRejected();
      idSum += file.idSum();
    }
    return new Totals(ingested, files.size() - ingested, rowsIn, rowsRejected, idSum);
  }

  /** Checks rows against this oracle, on the understanding that every version was seen. */
  public RowAudit audit() {
    Map<String, List<RowAudit.Source>> sources = new LinkedHashMap<>();
    for (ExpectedFile file : files) {
      int times = file.status() == FileStatus.INGESTED ? 1 : 0;
      add(sources, file.file(), times, times);
    }
    return new RowAudit(flat(sources), List.of());
  }

  /**
   * Checks rows where a version may have been overwritten before anybody saw it: of several good
   * versions of a path, exactly one has to be in the table (REJECT), or the last one at least
   * (INGEST).
   */
  public RowAudit auditOfAnyVersion() {
    Map<String, List<RowAudit.Source>> sources = new LinkedHashMap<>();
    for (ExpectedFile file : files) {
      boolean good = file.file().truth().refusal().isEmpty();
      add(sources, file.file(), 0, good ? 1 : 0);
    }
    List<List<RowAudit.Source>> groups = new ArrayList<>();
    for (List<RowAudit.Source> ofPath : sources.values()) {
      RowAudit.Source last = ofPath.get(ofPath.size() - 1);
      if (policy == OnOverwrite.REJECT) {
        groups.add(ofPath);
      } else if (last.max() > 0) {
        ofPath.set(ofPath.size() - 1, new RowAudit.Source(last.file(), 1, last.max()));
      }
    }
    return new RowAudit(flat(sources), groups);
  }

  /** Versions with the same content count together. */
  private static void add(
      Map<String, List<RowAudit.Source>> sources, GeneratedFile file, int min, int max) {
    List<RowAudit.Source> ofPath = sources.computeIfAbsent(file.path(), path -> new ArrayList<>());
    for (int i = 0; i < ofPath.size(); i++) {
      RowAudit.Source present = ofPath.get(i);
      if (present.file().number() == file.number()) {
        ofPath.set(
            i, new RowAudit.Source(present.file(), present.min() + min, present.max() + max));
        return;
      }
    }
    ofPath.add(new RowAudit.Source(file, min, max));
  }

  private static List<RowAudit.Source> flat(Map<String, List<RowAudit.Source>> sources) {
    return sources.values().stream().flatMap(Collection::stream).toList();
  }
}
