package dev.firn.parquet;

import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Arrays;
import org.apache.parquet.format.Encoding;

/**
 * Byte strings: dictionary codes as long as the values repeat enough, plain from then on.
 *
 * <p>A batch column that shares its entries is translated entry by entry to the row group's codes;
 * a value that repeats costs two array look-ups.
 */
final class BytesLeafWriter extends LeafWriter {
  /** Bytes of a dictionary past which plain pages are better; readers expect about this. */
  private static final int MAX_DICTIONARY_BYTES = 1 << 20;

  /** Values after which a column that hardly repeats is given up as a dictionary. */
  private static final int SAMPLE = 2048;

  private static final int[] NO_CODES = new int[0];

  private final boolean varying;
  private final byte[] extended;
  private final BytesRange range;
  private final BytesDictionary dictionary = new BytesDictionary();

  /** The page's values: codes while there is a dictionary, else plain bytes. */
  private int[] codes = NO_CODES;

  private int count;
  private ByteSink plain = new ByteSink(0);
  private boolean usesDictionary = true;

  /** The dictionary serves the page in hand and no more. */
  private boolean dictionaryFull;

  /** Entries that finished pages use. */
  private int usedEntries;

  /** The codes of the bound batch column's entries, or -1. */
  private int[] codeOfEntry = NO_CODES;

  private boolean translates;
  private int boundRows;

  /** The last page, counted from 1, in which a code was seen. */
  private int[] pageOfCode = new int[0];

  private int page;

  BytesLeafWriter(Leaf leaf, ParquetWriterOptions options, ParquetBuffers buffers) {
    super(leaf, options, buffers);
    this.varying = leaf.physical() == Physical.BYTES;
    this.extended = new byte[leaf.length()];
    this.range = new BytesRange(leaf.physical());
  }

  @Override
  void bind(Column root, int rowCount) {
    super.bind(root, rowCount);
    translates = false;
    boundRows = rowCount;
  }

  @Override
  long growth(Column column, int[] rows, int rowCount) {
    BytesColumn source = (BytesColumn) column;
    boolean fewBytes =
        source.isDistinct() && source.offsets()[source.entryCount()] <= MAX_DICTIONARY_BYTES;
    return usesDictionary && fewBytes ? rowCount : plainBytes(source, rows, rowCount);
  }

  private long plainBytes(BytesColumn column, int[] rows, int rowCount) {
    if (!varying) {
      return (long) rowCount * leaf.length();
    }
    int[] entries = column.codes();
    int[] offsets = column.offsets();
    long sum = rowCount * 4L;
    for (int i = 0; i < rowCount; i++) {
      int entry = entries[rows[i]];
      sum += offsets[entry + 1] - offsets[entry];
    }
    return sum;
  }

  @Override
  void appendValues(Column column, int[] rows, int rowCount) {
    BytesColumn source = (BytesColumn) column;
    if (usesDictionary) {
      int needed = Math.addExact(count, rowCount);
      if (needed > codes.length) {
        codes = Arrays.copyOf(codes, needed + (needed >> 1));
      }
      if (translates(source)) {
        translate(source, rows, rowCount);
      } else {
        look(source, rows, rowCount);
      }
      checkDictionary();
    } else {
      appendPlain(source, rows, rowCount);
    }
  }

  /** Whether filling the table of entries costs less than looking each value up. */
  private boolean translates(BytesColumn source) {
    if (!translates && source.isDistinct() && source.entryCount() <= 4L * boundRows) {
      if (codeOfEntry.length < source.entryCount()) {
        codeOfEntry = new int[source.entryCount() + (source.entryCount() >> 1)];
      }
      Arrays.fill(codeOfEntry, 0, source.entryCount(), -1);
      translates = true;
    }
    return translates;
  }

  private void translate(BytesColumn source, int[] rows, int rowCount) {
    int[] entries = source.codes();
    for (int i = 0; i < rowCount; i++) {
      int entry = entries[rows[i]];
      int code = codeOfEntry[entry];
      if (code < 0) {
        code = codeOf(source, entry);
        codeOfEntry[entry] = code;
      }
      codes[count + i] = code;
    }
    count += rowCount;
  }

  private void look(BytesColumn source, int[] rows, int rowCount) {
    int[] entries = source.codes();
    for (int i = 0; i < rowCount; i++) {
      codes[count + i] = codeOf(source, entries[rows[i]]);
    }
    count += rowCount;
  }

  private int codeOf(BytesColumn source, int entry) {
    int from = source.offsets()[entry];
    int length = source.offsets()[entry + 1] - from;
    if (varying) {
      return dictionary.codeOf(source.bytes(), from, length);
    }
    if (length == extended.length) {
      return dictionary.codeOf(source.bytes(), from, length);
    }
    extend(source.bytes(), from, length);
    return dictionary.codeOf(extended, 0, extended.length);
  }

  /** A full dictionary still serves the page in hand, unless that page is better without. */
  private void checkDictionary() {
    boolean isFull = dictionaryBytes() > MAX_DICTIONARY_BYTES;
    boolean first = usedEntries == 0;
    boolean hardlyRepeats = first && count >= SAMPLE && dictionary.count() > count * 0.6;
    if (!isFull && !hardlyRepeats) {
      return;
    }
    if (first && !repeatsEnough()) {
      giveUpDictionary();
    } else {
      dictionaryFull = isFull;
    }
  }

  /** From here on values are plain; those of the page in hand become so. */
  private void giveUpDictionary() {
    usesDictionary = false;
    translates = false;
    addCodesToRange();
    for (int i = 0; i < count; i++) {
      int from = dictionary.offsets()[codes[i]];
      putPlain(dictionary.bytes(), from, dictionary.length(codes[i]));
    }
    count = 0;
    dictionary.cut(usedEntries);
  }

  private void appendPlain(BytesColumn source, int[] rows, int rowCount) {
    if (!varying) {
      appendFixed(source, rows, rowCount);
      return;
    }
    int[] entries = source.codes();
    int[] offsets = source.offsets();
    byte[] bytes = source.bytes();
    plain.reserve(plainBytes(source, rows, rowCount));
    byte[] target = plain.array();
    int at = plain.size();
    for (int i = 0; i < rowCount; i++) {
      int entry = entries[rows[i]];
      int from = offsets[entry];
      int length = offsets[entry + 1] - from;
      ByteSink.setInt(target, at, length);
      System.arraycopy(bytes, from, target, at + 4, length);
      at += 4 + length;
      range.add(bytes, from, length);
    }
    plain.size(at);
  }

  private void appendFixed(BytesColumn source, int[] rows, int rowCount) {
    int[] entries = source.codes();
    int[] offsets = source.offsets();
    byte[] bytes = source.bytes();
    for (int i = 0; i < rowCount; i++) {
      int entry = entries[rows[i]];
      int from = offsets[entry];
      int length = offsets[entry + 1] - from;
      if (length == extended.length) {
        plain.write(bytes, from, length);
        range.add(bytes, from, length);
      } else {
        extend(bytes, from, length);
        plain.write(extended, 0, extended.length);
        range.add(extended, 0, extended.length);
      }
    }
  }

  private void putPlain(byte[] bytes, int from, int length) {
    if (varying) {
      plain.writeInt(length);
    }
    plain.write(bytes, from, length);
  }

  /** Fills {@link #extended} with a decimal, by its sign to the left. */
  private void extend(byte[] bytes, int from, int length) {
    if (leaf.physical() != Physical.FIXED_DECIMAL || length == 0 || length > extended.length) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't write a value of "
              + length
              + " bytes into "
              + leaf.dottedPath()
              + " of type "
              + leaf.type()
              + ", which has "
              + extended.length
              + "; check values before");
    }
    int padding = extended.length - length;
    Arrays.fill(extended, 0, padding, (byte) (bytes[from] < 0 ? -1 : 0));
    System.arraycopy(bytes, from, extended, padding, length);
  }

  @Override
  void beforePage() {
    if (!usesDictionary) {
      return;
    }
    if (usedEntries == 0 && count > 0 && !repeatsEnough()) {
      giveUpDictionary();
      return;
    }
    addCodesToRange();
    usedEntries = dictionary.count();
  }

  /** Whether the first page of a chunk is clearly shorter with its dictionary than without. */
  private boolean repeatsEnough() {
    long plainBytes = varying ? count * 4L : 0;
    for (int i = 0; i < count; i++) {
      plainBytes += dictionary.length(codes[i]);
    }
    long bits = HybridEncoder.widthOf(dictionary.count() - 1);
    long encoded =
        dictionary.byteCount() + (varying ? 4L * dictionary.count() : 0) + bits * count / 8;
    return encoded * 4 < plainBytes * 3;
  }

  private void addCodesToRange() {
    page++;
    if (pageOfCode.length < dictionary.count()) {
      pageOfCode = Arrays.copyOf(pageOfCode, dictionary.count() * 2);
    }
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      if (pageOfCode[code] != page) {
        pageOfCode[code] = page;
        range.add(dictionary.bytes(), dictionary.offsets()[code], dictionary.length(code));
      }
    }
  }

  @Override
  Encoding encodeValues(ByteSink out) {
    if (usesDictionary && dictionary.count() > 0) {
      int width = HybridEncoder.widthOf(dictionary.count() - 1);
      out.write(width);
      HybridEncoder.encode(codes, count, width, out);
      count = 0;
      usesDictionary = !dictionaryFull;
      return Encoding.RLE_DICTIONARY;
    }
    out.write(plain.array(), 0, plain.size());
    plain.clear();
    return Encoding.PLAIN;
  }

  @Override
  ValueRange pageRange() {
    return range;
  }

  @Override
  long valueBytes() {
    if (dictionaryFull && usesDictionary) {
      return Integer.MAX_VALUE;
    }
    return usesDictionary ? 2L * count : plain.size();
  }

  @Override
  long arrayBytes() {
    return 4L * (codes.length + codeOfEntry.length + pageOfCode.length)
        + plain.array().length
        + dictionary.heldBytes();
  }

  @Override
  void releaseArrays() {
    codes = NO_CODES;
    codeOfEntry = NO_CODES;
    translates = false;
    plain = new ByteSink(0);
  }

  @Override
  long dictionaryBytes() {
    return dictionary.byteCount() + 4L * dictionary.count();
  }

  @Override
  int encodeDictionary() {
    ByteSink out = buffers.body;
    out.clear();
    for (int code = 0; code < usedEntries; code++) {
      if (varying) {
        out.writeInt(dictionary.length(code));
      }
      out.write(dictionary.bytes(), dictionary.offsets()[code], dictionary.length(code));
    }
    return usedEntries;
  }

  @Override
  void clearDictionary() {
    dictionary.clear();
    usedEntries = 0;
    usesDictionary = true;
    dictionaryFull = false;
    translates = false;
  }
}
