package dev.firn.decode;

import java.util.Arrays;

/**
 * Where the rows of a piece of a file stand in it, and their bytes, for those who reject rows after
 * they were decoded. A decoder {@linkplain #add adds} each row that it appends to the batch. One
 * thread.
 */
public final class RowPlaces {
  private final boolean bytesWanted;
  private long[] lines = new long[64];
  private long[] offsets = new long[64];
  private int[] ends = new int[64];
  private byte[] bytes = new byte[0];
  private int size;

  /**
   * No rows.
   *
   * @param bytesWanted whether the rows' bytes are kept too, which costs a copy of the piece
   */
  public RowPlaces(boolean bytesWanted) {
    this.bytesWanted = bytesWanted;
  }

  /**
   * Notes a row; the parameters are those of {@link RejectSink#reject}, without bytes if the format
   * has no text for a row.
   */
  public void add(long line, long byteOffset, byte[] raw, int from, int length) {
    if (size == lines.length) {
      lines = Arrays.copyOf(lines, size * 2);
      offsets = Arrays.copyOf(offsets, size * 2);
      ends = Arrays.copyOf(ends, size * 2);
    }
    lines[size] = line;
    offsets[size] = byteOffset;
    int begin = size == 0 ? 0 : ends[size - 1];
    if (bytesWanted) {
      int end = Math.addExact(begin, length);
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, 1024L + end * 2L));
      }
      System.arraycopy(raw, from, bytes, begin, length);
      begin = end;
    }
    ends[size++] = begin;
  }

  /** Rows noted; 0 if the decoder does not know where its rows stand. */
  public int size() {
    return size;
  }

  /** A row's line, from 1. */
  public long line(int row) {
    return lines[row];
  }

  /** Where a row begins in the decompressed file, from 0. */
  public long byteOffset(int row) {
    return offsets[row];
  }

  /**
   * The bytes of all rows; a row's are {@code [from(row), to(row))}, none if they were not wanted.
   */
  public byte[] bytes() {
    return bytes;
  }

  /** Where a row's bytes begin. */
  public int from(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** Where a row's bytes end. */
  public int to(int row) {
    return ends[row];
  }

  /** Forgets all rows. */
  public void clear() {
    size = 0;
  }
}
