package dev.firn.parquet;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Bytes in segments of one size, which are reused: growing copies nothing. */
final class SegmentSink {
  /** Small, as each column of each open file holds a last one that is half empty. */
  static final int SEGMENT_BYTES = 32 << 10;

  private final ParquetBuffers buffers;
  private final List<byte[]> segments = new ArrayList<>();
  private long size;

  SegmentSink(ParquetBuffers buffers) {
    this.buffers = buffers;
  }

  long size() {
    return size;
  }

  /** Appends all bytes of a sink. */
  void append(ByteSink source) {
    int at = 0;
    while (at < source.size()) {
      int used = (int) (size % SEGMENT_BYTES);
      if (used == 0) {
        segments.add(buffers.takeSegment());
      }
      int count = Math.min(SEGMENT_BYTES - used, source.size() - at);
      System.arraycopy(source.array(), at, segments.get(segments.size() - 1), used, count);
      at += count;
      size += count;
    }
  }

  void writeTo(OutputStream out) throws IOException {
    long left = size;
    for (byte[] segment : segments) {
      int count = (int) Math.min(left, SEGMENT_BYTES);
      out.write(segment, 0, count);
      left -= count;
    }
  }

  /** Gives the segments back. */
  void clear() {
    for (byte[] segment : segments) {
      buffers.giveBack(segment);
    }
    segments.clear();
    size = 0;
  }
}
