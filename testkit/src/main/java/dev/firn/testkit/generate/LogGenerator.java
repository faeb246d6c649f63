package dev.firn.testkit.generate;

import dev.firn.decode.RejectReason;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Lists the files of a plan and makes their bytes. Immutable; any thread.
 *
 * <p>A file holds the events of one period and one producer; it is uploaded, and its path is named,
 * after the end of that period: so the last files of a day lie in the first folder of the next one.
 */
public final class LogGenerator {
  private static final Duration LATE_MIN = Duration.ofMinutes(5);
  private static final Duration LATE_MAX = Duration.ofHours(6);
  private static final Duration AGAIN_MIN = Duration.ofMinutes(1);
  private static final Duration AGAIN_MAX = Duration.ofMinutes(30);
  private static final Duration UPLOAD_MAX = Duration.ofSeconds(5);

  /** One row in so many is bad in a file of the kind BAD_ROWS, and at least three are. */
  private static final int ROWS_PER_BAD_ROW = 40;

  private static final RejectReason[] ROW_FAULTS = {
    RejectReason.MALFORMED, RejectReason.TYPE_MISMATCH, RejectReason.EVENT_TIME
  };

  private final GeneratorPlan plan;

  /** A generator for a plan. */
  public LogGenerator(GeneratorPlan plan) {
    this.plan = plan;
  }

  /** The plan. */
  public GeneratorPlan plan() {
    return plan;
  }

  /** Makes bytes; one per thread. */
  public FileContent content() {
    return new FileContent(plan);
  }

  /**
   * All uploads in the order of their arrival; about 300 bytes of memory each. No content is made.
   */
  public List<GeneratedFile> files() {
    List<GeneratedFile> files = new ArrayList<>();
    for (int period = 0; period < plan.periods(); period++) {
      for (int producer = 0; producer < plan.producers(); producer++) {
        addUploads(files, period, producer);
      }
    }
    files.sort(
        Comparator.comparing(GeneratedFile::arrival)
            .thenComparing(GeneratedFile::path)
            .thenComparing(GeneratedFile::upload));
    return List.copyOf(files);
  }

  private void addUploads(List<GeneratedFile> files, int period, int producer) {
    long slot = (long) period * plan.producers() + producer;
    // Another seed than that of the content, so that faults do not change the rows around them.
    SplitMix random = SplitMix.of(~plan.seed(), slot);
    FileKind kind = plan.faults().pick(random.fraction());
    Duration end = plan.period().multipliedBy(period + 1L);
    Duration arrival = end.plus(between(random, Duration.ZERO, UPLOAD_MAX));
    if (kind == FileKind.LATE) {
      arrival = arrival.plus(between(random, LATE_MIN, LATE_MAX));
    }
    long start = plan.dayStartMillis() + plan.period().toMillis() * period;
    String path = path(start + plan.period().toMillis(), period, producer, kind);
    files.add(new GeneratedFile(2 * slot, path, kind, 1, start, arrival, truth(random, kind, 1)));
    if (kind.isUploadedAgain()) {
      long number = kind.hasFreshRowsAgain() ? 2 * slot + 1 : 2 * slot;
      Duration again = arrival.plus(between(random, AGAIN_MIN, AGAIN_MAX));
      files.add(new GeneratedFile(number, path, kind, 2, start, again, truth(random, kind, 2)));
    }
  }

  private String path(long endMillis, int period, int producer, FileKind kind) {
    ZonedDateTime time = Instant.ofEpochMilli(endMillis).atZone(plan.zone());
    StringBuilder path = new StringBuilder(64);
    padded(path, time.getYear(), 4).append('/');
    padded(path, time.getMonthValue(), 2).append('/');
    padded(path, time.getDayOfMonth(), 2).append('/');
    padded(path, time.getHour(), 2).append('/');
    path.append(kind == FileKind.HIDDEN ? "." : "").append("web-");
    padded(path, producer + 1, 2).append('-');
    return padded(path, period, 6).append(kind.suffix()).toString();
  }

  private static StringBuilder padded(StringBuilder to, int value, int width) {
    String digits = Integer.toString(value);
    return to.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
  }

  private FileTruth truth(SplitMix random, FileKind kind, int upload) {
    int rows = plan.rowsPerFile();
    return switch (kind) {
      case ZERO_BYTES, NO_ROWS -> new FileTruth(0, List.of(), Optional.empty());
      case BAD_CHECKSUM -> new FileTruth(rows, List.of(), Optional.of(RejectReason.CORRUPT));
      case TRUNCATED -> new FileTruth(rows, List.of(), Optional.of(RejectReason.TRUNCATED));
      case REPAIRED ->
          new FileTruth(
              rows, List.of(), upload == 1 ? Optional.of(RejectReason.CORRUPT) : Optional.empty());
      case BAD_ROWS -> new FileTruth(rows, badRows(random, rows), Optional.empty());
      case NORMAL,
          LATE,
          NOTICE_TWICE,
          COPY,
          OVERWRITE,
          MANY_MEMBERS,
          ZSTD,
          PLAIN,
          CRLF,
          HIDDEN,
          TEMPORARY ->
          new FileTruth(rows, List.of(), Optional.empty());
    };
  }

  private static List<FileTruth.BadRow> badRows(SplitMix random, int rows) {
    int count = Math.min(rows, Math.max(ROW_FAULTS.length, rows / ROWS_PER_BAD_ROW));
    TreeSet<Integer> lines = new TreeSet<>();
    while (lines.size() < count) {
      lines.add(1 + random.below(rows));
    }
    List<FileTruth.BadRow> bad = new ArrayList<>();
    for (int line : lines) {
      bad.add(new FileTruth.BadRow(line, ROW_FAULTS[bad.size() % ROW_FAULTS.length]));
    }
    return bad;
  }

  private static Duration between(SplitMix random, Duration min, Duration max) {
    return min.plusMillis((long) (random.fraction() * max.minus(min).toMillis()));
  }
}
