package dev.firn.testkit.generate;

import java.util.Arrays;
import java.util.List;

/**
 * Makes the bytes of generated files. Keeps its buffers from file to file; one thread each, so make
 * one per thread, and close it.
 */
public final class FileContent implements AutoCloseable {
  /** Members of a gzip file of the kind MANY_MEMBERS. */
  private static final int MEMBERS = 4;

  private final GeneratorPlan plan;
  private final RowWriter rows;
  private final FilePacker packer;

  FileContent(GeneratorPlan plan) {
    this.plan = plan;
    this.rows = new RowWriter(plan.actions(), plan.skew());
    this.packer = new FilePacker(plan.gzipLevel());
  }

  /** The file as it is uploaded. The array belongs to the caller. */
  public byte[] bytes(GeneratedFile file) {
    writeRows(file);
    byte[] raw = rows.buffer();
    int length = rows.length();
    return switch (file.kind()) {
      case ZERO_BYTES -> new byte[0];
      case PLAIN, CRLF -> Arrays.copyOf(raw, length);
      case ZSTD -> packer.zstd(raw, length);
      case MANY_MEMBERS -> packer.gzip(raw, length, MEMBERS);
      case BAD_CHECKSUM -> badChecksum(packer.gzip(raw, length, 1));
      case REPAIRED ->
          file.upload() == 1
              ? badChecksum(packer.gzip(raw, length, 1))
              : packer.gzip(raw, length, 1);
      case TRUNCATED, TEMPORARY -> truncated(packer.gzip(raw, length, 1));
      case NORMAL, LATE, NOTICE_TWICE, COPY, OVERWRITE, NO_ROWS, BAD_ROWS, HIDDEN ->
          packer.gzip(raw, length, 1);
    };
  }

  /** How many bytes the rows of the file that was made last took, before compression. */
  public int rawBytes() {
    return rows.length();
  }

  private void writeRows(GeneratedFile file) {
    rows.reset();
    SplitMix random = SplitMix.of(plan.seed(), file.number());
    int count = file.truth().rows();
    long periodMillis = plan.period().toMillis();
    boolean crlf = file.kind() == FileKind.CRLF;
    List<FileTruth.BadRow> bad = file.truth().badRows();
    int nextBad = 0;
    for (int i = 0; i < count; i++) {
      long begin = i * periodMillis / count;
      long end = Math.max(begin + 1, (i + 1) * periodMillis / count);
      long millis = file.periodStartMillis() + begin + random.below((int) (end - begin));
      long id = GeneratedFile.rowId(file.number(), i + 1);
      if (nextBad < bad.size() && bad.get(nextBad).line() == i + 1) {
        rows.bad(random, id, millis, bad.get(nextBad).reason());
        nextBad++;
      } else {
        rows.good(random, id, millis);
      }
      if (!crlf || i < count - 1) {
        rows.lineEnd(crlf);
      }
    }
  }

  private static byte[] badChecksum(byte[] gzip) {
    gzip[gzip.length - 8] ^= 1;
    return gzip;
  }

  private static byte[] truncated(byte[] gzip) {
    return Arrays.copyOf(gzip, gzip.length * 3 / 5);
  }

  @Override
  public void close() {
    packer.close();
  }
}
