package dev.firn.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values of varying length: strings as UTF-8, binary, fixed, uuid, long decimals.
 *
 * <p>Each row holds the number of an <em>entry</em>; the entries' bytes lie one after the other in
 * one array. While the column {@linkplain #isDistinct is distinct}, equal values share an entry,
 * found through a hash table on the bytes: a repeated value costs a look-up and no copy, and the
 * writer gets its dictionary for nothing. A column whose values hardly repeat gives the table up
 * after {@link #SAMPLE_ROWS} values (or once it has {@link #MAX_DISTINCT} entries) and only copies
 * from then on.
 */
public final class BytesColumn extends Column {
  /** Values after which a column that repeats too little stops looking for repetitions. */
  static final int SAMPLE_ROWS = 4096;

  /**
   * Entries past which hashing costs more than it saves, and a Parquet dictionary would be refused.
   */
  static final int MAX_DISTINCT = 1 << 17;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private int[] codes = new int[INITIAL_ROWS];
  private int[] offsets = new int[INITIAL_ROWS + 1];
  private int entryCount;
  private byte[] bytes = new byte[INITIAL_ROWS * 8];
  private boolean distinct = true;

  /** Open addressing: entry + 1, or 0 for a free slot; the length is a power of two. */
  private int[] slots = new int[INITIAL_ROWS];

  private int[] hashes = new int[INITIAL_ROWS];

  /** In {@link #appendAll}: this column's entry for one of the source's, or −1. */
  private int[] translated = new int[0];

  BytesColumn() {}

  /** Appends the value {@code source[from, from + length)}; the bytes are copied. */
  public void append(byte[] source, int from, int length) {
    int row = advance();
    if (row == codes.length) {
      codes = Arrays.copyOf(codes, grow(codes.length, row + 1));
    }
    codes[row] = distinct ? intern(source, from, length, row) : addEntry(source, from, length);
  }

  /** Appends a string as UTF-8. For code outside of row loops. */
  public void append(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    append(utf8, 0, utf8.length);
  }

  /**
   * Appends the values of rows of another column, nulls too. Each entry of the other one is looked
   * up once and not once per row, as long as both are distinct.
   *
   * @param rows rows of {@code source}, in {@code [from, to)} of this array
   */
  public void appendAll(BytesColumn source, int[] rows, int from, int to) {
    // Forgetting what was translated costs a step per entry, which only pays over many rows.
    boolean translate = source.distinct && to - from >= source.entryCount >> 2;
    if (translate) {
      translateNone(source.entryCount);
    }
    for (int i = from; i < to; i++) {
      int row = rows[i];
      if (source.isNull(row)) {
        appendNull();
        continue;
      }
      int entry = source.codes[row];
      if (translate && distinct && translated[entry] >= 0) {
        appendCode(translated[entry]);
      } else {
        int start = source.offsets[entry];
        append(source.bytes, start, source.offsets[entry + 1] - start);
        if (translate) {
          translated[entry] = codes[size() - 1];
        }
      }
    }
  }

  private void translateNone(int entries) {
    if (translated.length < entries) {
      translated = new int[grow(translated.length, entries)];
    }
    Arrays.fill(translated, 0, entries, -1);
  }

  private void appendCode(int code) {
    int row = advance();
    if (row == codes.length) {
      codes = Arrays.copyOf(codes, grow(codes.length, row + 1));
    }
    codes[row] = code;
  }

  /** The entry of each row, valid in {@code [0, size())}; unspecified where the row is null. */
  public int[] codes() {
    return codes;
  }

  /**
   * How many entries there are: codes are less than this. After {@link #truncate} some may be used
   * by no row.
   */
  public int entryCount() {
    return entryCount;
  }

  /** Where entries begin in {@link #bytes}; entry e is {@code [offsets[e], offsets[e + 1])}. */
  public int[] offsets() {
    return offsets;
  }

  /** The bytes of all entries. */
  public byte[] bytes() {
    return bytes;
  }

  /** Whether no two entries are equal. */
  public boolean isDistinct() {
    return distinct;
  }

  /**
   * Stops looking for repetitions, until the next {@link #clear}: for somebody who knows from
   * earlier rows that there are none. The column must be empty.
   */
  public void expectNoRepetitions() {
    if (size() > 0) {
      throw new IllegalStateException("the column has " + size() + " rows already");
    }
    distinct = false;
    distinctEntries = 0;
  }

  /** A copy of a row's value; for code outside of row loops. */
  public byte[] get(int row) {
    int entry = codes[row];
    return Arrays.copyOfRange(bytes, offsets[entry], offsets[entry + 1]);
  }

  /** A row's value as a string; for code outside of row loops. */
  public String getString(int row) {
    int entry = codes[row];
    return new String(
        bytes, offsets[entry], offsets[entry + 1] - offsets[entry], StandardCharsets.UTF_8);
  }

  @Override
  public void clear() {
    super.clear();
    entryCount = 0;
    if (!distinct) {
      distinct = true;
    }
    Arrays.fill(slots, 0);
  }

  @Override
  public long sizeBytes() {
    long entryBytes = distinct ? 16 : 4;
    return size() * 4L + entryCount * entryBytes + offsets[entryCount] + size() / 8;
  }

  @Override
  void appendDefault() {
    int row = size();
    if (row == codes.length) {
      codes = Arrays.copyOf(codes, grow(codes.length, row + 1));
    }
    if (entryCount == 0) {
      addDefaultEntry();
    }
    codes[row] = 0;
  }

  /** Entries stay: a later equal value finds them again, and {@link #clear} drops them all. */
  @Override
  void truncateValues(int rows) {
    if (!distinct) {
      entryCount = highestEntry(rows) + 1;
    }
  }

  /** In a column that is not distinct entries only ever grow from row to row, nulls (0) aside. */
  private int highestEntry(int rows) {
    int highest = entryCount == 0 ? -1 : 0;
    for (int row = rows - 1; row >= 0; row--) {
      if (!isNull(row)) {
        // Rows from before the column gave up may hold any older entry, so those all stay.
        highest = Math.max(highest, Math.max(codes[row], distinctEntries - 1));
        return highest;
      }
    }
    return Math.max(highest, distinctEntries - 1);
  }

  /** Entries that were made while the column was distinct; rows may refer to them in any order. */
  private int distinctEntries;

  private void addDefaultEntry() {
    if (distinct) {
      intern(bytes, 0, 0, 0);
    } else {
      addEntry(bytes, 0, 0);
    }
  }

  private int intern(byte[] source, int from, int length, int row) {
    int hash = hash(source, from, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (true) {
      int entry = slots[slot] - 1;
      if (entry < 0) {
        break;
      }
      if (hashes[entry] == hash
          && offsets[entry + 1] - offsets[entry] == length
          && same(bytes, offsets[entry], source, from, length)) {
        return entry;
      }
      slot = (slot + 1) & mask;
    }
    int entry = addEntry(source, from, length);
    if (entry >= hashes.length) {
      hashes = Arrays.copyOf(hashes, grow(hashes.length, entry + 1));
    }
    hashes[entry] = hash;
    slots[slot] = entry + 1;
    if (entryCount * 2 > slots.length) {
      rehash();
    }
    int values = row - nullCount();
    if (entryCount > MAX_DISTINCT || (values >= SAMPLE_ROWS && entryCount > (values >> 1))) {
      distinct = false;
      distinctEntries = entryCount;
    }
    return entry;
  }

  private int addEntry(byte[] source, int from, int length) {
    int entry = entryCount;
    if (entry + 1 >= offsets.length) {
      offsets = Arrays.copyOf(offsets, grow(offsets.length, entry + 2));
    }
    int start = offsets[entry];
    // Past 2^31 this is negative, which grow refuses.
    int end = start + length;
    if (end < 0 || end > bytes.length) {
      bytes = Arrays.copyOf(bytes, grow(bytes.length, end));
    }
    System.arraycopy(source, from, bytes, start, length);
    offsets[entry + 1] = end;
    entryCount = entry + 1;
    return entry;
  }

  private void rehash() {
    int[] wider = new int[slots.length * 2];
    int mask = wider.length - 1;
    for (int entry = 0; entry < entryCount; entry++) {
      int slot = hashes[entry] & mask;
      while (wider[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      wider[slot] = entry + 1;
    }
    slots = wider;
  }

  /** Eight bytes at a time; what is left over by two overlapping reads, or byte by byte. */
  private static int hash(byte[] source, int from, int length) {
    long hash = length * MULTIPLIER;
    int end = from + length;
    if (length >= Long.BYTES) {
      int at = from;
      for (int last = end - Long.BYTES; at < last; at += Long.BYTES) {
        hash = (hash ^ (long) LONGS.get(source, at)) * MULTIPLIER;
        hash ^= hash >>> 32;
      }
      hash = (hash ^ (long) LONGS.get(source, end - Long.BYTES)) * MULTIPLIER;
    } else {
      long rest = 0;
      for (int at = from; at < end; at++) {
        rest = rest << 8 | (source[at] & 0xFF);
      }
      hash = (hash ^ rest) * MULTIPLIER;
    }
    return (int) (hash >>> 32) ^ (int) hash;
  }

  /** As {@link Arrays#equals}, of one length and without its calls. */
  private static boolean same(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
    if (length < Long.BYTES) {
      for (int i = 0; i < length; i++) {
        if (a[aFrom + i] != b[bFrom + i]) {
          return false;
        }
      }
      return true;
    }
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if ((long) LONGS.get(a, aFrom + i) != (long) LONGS.get(b, bFrom + i)) {
        return false;
      }
    }
    return (long) LONGS.get(a, aFrom + last) == (long) LONGS.get(b, bFrom + last);
  }
}
