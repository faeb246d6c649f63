package dev.firn.compaction;

import java.util.ArrayList;
import java.util.List;

/**
 * What a compaction did.
 *
 * @param rewrites snapshots that it made
 * @param filesIn data files that were replaced
 * @param filesOut data files in their place; those of a pass in between count too
 * @param rows rows that were copied, in all passes
 * @param bytesIn of the files that were replaced
 * @param bytesOut of the files in their place
 * @param formerSpecFiles files of former partition specs that may hold such rows and were left as
 *     they are
 * @param heldBack files that were left as they are, and why, one line each
 */
public record CompactionReport(
    int rewrites,
    long filesIn,
    long filesOut,
    long rows,
    long bytesIn,
    long bytesOut,
    long formerSpecFiles,
    List<String> heldBack) {
  /** Nothing was to be done. */
  public static final CompactionReport NOTHING =
      new CompactionReport(0, 0, 0, 0, 0, 0, 0, List.of());

  /** Copies the list. */
  public CompactionReport {
    heldBack = List.copyOf(heldBack);
  }

  /** The same with the files of former specs that are there now. */
  CompactionReport withFormerSpecFiles(long files) {
    return new CompactionReport(
        rewrites, filesIn, filesOut, rows, bytesIn, bytesOut, files, heldBack);
  }

  /** Both together; of files that were left, the later word counts. */
  public CompactionReport plus(CompactionReport other) {
    List<String> held = new ArrayList<>(heldBack);
    other.heldBack.stream().filter(line -> !held.contains(line)).forEach(held::add);
    return new CompactionReport(
        rewrites + other.rewrites,
        filesIn + other.filesIn,
        filesOut + other.filesOut,
        rows + other.rows,
        bytesIn + other.bytesIn,
        bytesOut + other.bytesOut,
        other.formerSpecFiles,
        held);
  }
}
