package dev.firn.parquet;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Arrays;
import org.apache.parquet.format.Encoding;

/** Numbers and booleans: dictionary where values repeat, else delta or plain. */
final class NumberLeafWriter extends LeafWriter {
  /** Bytes of a dictionary past which plain pages are better. */
  private static final int MAX_DICTIONARY_BYTES = 1 << 20;

  /** Values after which a column that hardly repeats is given up as a dictionary. */
  private static final int SAMPLE = 2048;

  private static final long[] NO_VALUES = new long[0];

  private enum Mode {
    UNDECIDED,
    DICTIONARY,
    DIRECT
  }

  private final Physical physical;
  private final boolean delta;
  private final NumberRange range;
  private final LongDictionary dictionary = new LongDictionary();

  /** Integers, 0 or 1, or the bits of floating numbers. */
  private long[] values = NO_VALUES;

  private int count;
  private Mode mode = Mode.UNDECIDED;

  /** Entries that finished pages use. */
  private int usedEntries;

  NumberLeafWriter(Leaf leaf, ParquetWriterOptions options, ParquetBuffers buffers) {
    super(leaf, options, buffers);
    this.physical = leaf.physical();
    this.delta = options.deltaIntegers() && physical.isInteger();
    this.range = new NumberRange(physical);
  }

  @Override
  long growth(Column column, int[] rows, int rowCount) {
    return (long) rowCount * Math.max(1, physical.widthBytes());
  }

  @Override
  void appendValues(Column column, int[] rows, int rowCount) {
    int needed = Math.addExact(count, rowCount);
    if (needed > values.length) {
      values = Arrays.copyOf(values, needed + (needed >> 1));
    }
    if (column instanceof LongColumn) {
      gather(((LongColumn) column).values(), rows, rowCount, values, count);
    } else if (column instanceof IntColumn) {
      gather(((IntColumn) column).values(), rows, rowCount, values, count);
    } else if (column instanceof DoubleColumn) {
      gather(((DoubleColumn) column).values(), rows, rowCount, values, count);
    } else if (column instanceof FloatColumn) {
      gather(((FloatColumn) column).values(), rows, rowCount, values, count);
    } else {
      gather(((BooleanColumn) column).values(), rows, rowCount, values, count);
    }
    count = needed;
  }

  private static void gather(long[] source, int[] rows, int rowCount, long[] target, int at) {
    for (int i = 0; i < rowCount; i++) {
      target[at + i] = source[rows[i]];
    }
  }

  private static void gather(int[] source, int[] rows, int rowCount, long[] target, int at) {
    for (int i = 0; i < rowCount; i++) {
      target[at + i] = source[rows[i]];
    }
  }

  private static void gather(double[] source, int[] rows, int rowCount, long[] target, int at) {
    for (int i = 0; i < rowCount; i++) {
      target[at + i] = Double.doubleToRawLongBits(source[rows[i]]);
    }
  }

  private static void gather(float[] source, int[] rows, int rowCount, long[] target, int at) {
    for (int i = 0; i < rowCount; i++) {
      target[at + i] = Float.floatToRawIntBits(source[rows[i]]);
    }
  }

  private static void gather(boolean[] source, int[] rows, int rowCount, long[] target, int at) {
    for (int i = 0; i < rowCount; i++) {
      target[at + i] = source[rows[i]] ? 1 : 0;
    }
  }

  @Override
  void beforePage() {
    range.add(values, count);
    if (physical == Physical.INT && range.exceedsInt()) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't write "
              + leaf.dottedPath()
              + " of type "
              + leaf.type()
              + ": an unscaled value has more digits than the type; check values before");
    }
    if (physical == Physical.BOOLEAN || count == 0) {
      return;
    }
    if (mode == Mode.UNDECIDED) {
      mode = repeatsEnough() ? Mode.DICTIONARY : Mode.DIRECT;
    } else if (mode == Mode.DICTIONARY && !encodeCodes(usedEntries + count / 2 + 16)) {
      mode = Mode.DIRECT;
    }
    if (mode == Mode.DIRECT) {
      dictionary.cut(usedEntries);
    } else {
      usedEntries = dictionary.count();
    }
  }

  /** Whether the first page of a chunk is shorter with a dictionary; leaves its codes behind. */
  private boolean repeatsEnough() {
    int[] codes = buffers.codes(count);
    int sample = Math.min(count, SAMPLE);
    if (!dictionary.encode(values, 0, sample, codes, sample / 2)
        || !dictionary.encode(values, sample, count, codes, count / 2)) {
      return false;
    }
    long bits = HybridEncoder.widthOf(dictionary.count() - 1);
    long encoded = (long) dictionary.count() * physical.widthBytes() + bits * count / 8;
    long direct = (long) count * physical.widthBytes();
    if (delta && encoded < direct) {
      buffers.body.clear();
      buffers.delta.encode(values, count, physical == Physical.INT, buffers.body);
      direct = Math.min(direct, buffers.body.size());
    }
    return encoded < direct;
  }

  private boolean encodeCodes(int limit) {
    int most = Math.min(limit, MAX_DICTIONARY_BYTES / physical.widthBytes());
    return dictionary.encode(values, 0, count, buffers.codes(count), most);
  }

  @Override
  Encoding encodeValues(ByteSink out) {
    Encoding encoding = encode(out);
    count = 0;
    return encoding;
  }

  private Encoding encode(ByteSink out) {
    if (physical == Physical.BOOLEAN) {
      encodeBits(values, count, out);
      return Encoding.PLAIN;
    }
    if (mode == Mode.DICTIONARY) {
      int width = HybridEncoder.widthOf(dictionary.count() - 1);
      out.write(width);
      HybridEncoder.encode(buffers.codes(count), count, width, out);
      return Encoding.RLE_DICTIONARY;
    }
    if (delta && count > 0) {
      int start = out.size();
      buffers.delta.encode(values, count, physical == Physical.INT, out);
      // What delta saves less than this, compression of the plain bytes saves as well.
      if (out.size() - start < count * (long) physical.widthBytes() * 7 / 8) {
        return Encoding.DELTA_BINARY_PACKED;
      }
      out.size(start);
    }
    encodePlain(values, count, physical.widthBytes(), out);
    return Encoding.PLAIN;
  }

  private static void encodePlain(long[] values, int count, int width, ByteSink out) {
    out.reserve((long) count * width);
    byte[] target = out.array();
    int at = out.size();
    if (width == 8) {
      for (int i = 0; i < count; i++) {
        ByteSink.setLong(target, at + i * 8, values[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        ByteSink.setInt(target, at + i * 4, (int) values[i]);
      }
    }
    out.size(at + count * width);
  }

  private static void encodeBits(long[] values, int count, ByteSink out) {
    for (int from = 0; from < count; from += 8) {
      int bits = 0;
      for (int i = from; i < Math.min(count, from + 8); i++) {
        bits |= (int) values[i] << (i - from);
      }
      out.write(bits);
    }
  }

  @Override
  ValueRange pageRange() {
    return range;
  }

  @Override
  long valueBytes() {
    return (long) count * Math.max(1, physical.widthBytes());
  }

  @Override
  long arrayBytes() {
    return 8L * values.length + dictionary.heldBytes();
  }

  @Override
  void releaseArrays() {
    values = NO_VALUES;
  }

  @Override
  long dictionaryBytes() {
    return (long) usedEntries * physical.widthBytes();
  }

  @Override
  int encodeDictionary() {
    buffers.body.clear();
    encodePlain(dictionary.entries(), usedEntries, physical.widthBytes(), buffers.body);
    return usedEntries;
  }

  @Override
  void clearDictionary() {
    dictionary.clear();
    usedEntries = 0;
    mode = Mode.UNDECIDED;
  }
}
