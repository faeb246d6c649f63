package dev.firn.plan;

import dev.firn.plan.manifest.PartitionTuples;
import java.util.Arrays;

/** A set of the rows of one manifest, or of its tuples. One thread. */
final class FileSet {
  private final long[] words;
  private final int size;

  private FileSet(long[] words, int size) {
    this.words = words;
    this.size = size;
  }

  static FileSet none(int size) {
    return new FileSet(new long[size + 63 >> 6], size);
  }

  static FileSet all(int size) {
    FileSet set = none(size);
    Arrays.fill(set.words, -1L);
    if ((size & 63) != 0) {
      set.words[set.words.length - 1] = (1L << size) - 1;
    }
    return set;
  }

  FileSet copy() {
    return new FileSet(words.clone(), size);
  }

  int size() {
    return size;
  }

  boolean contains(int row) {
    return (words[row >> 6] & 1L << row) != 0;
  }

  void add(int row) {
    words[row >> 6] |= 1L << row;
  }

  void remove(int row) {
    words[row >> 6] &= ~(1L << row);
  }

  void clear() {
    Arrays.fill(words, 0);
  }

  void addAll(FileSet other) {
    for (int i = 0; i < words.length; i++) {
      words[i] |= other.words[i];
    }
  }

  void removeAll(FileSet other) {
    for (int i = 0; i < words.length; i++) {
      words[i] &= ~other.words[i];
    }
  }

  boolean isEmpty() {
    for (long word : words) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  int count() {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /** The first row at or behind {@code from} that is in the set, or -1. */
  int next(int from) {
    int index = from >> 6;
    if (from >= size) {
      return -1;
    }
    long word = words[index] & -1L << from;
    while (word == 0) {
      if (++index == words.length) {
        return -1;
      }
      word = words[index];
    }
    return (index << 6) + Long.numberOfTrailingZeros(word);
  }

  /** The rows whose tuple is in {@code tuples}. */
  static FileSet rowsOf(FileSet tuples, PartitionTuples partitions, int rows) {
    int count = tuples.count();
    if (count == 0 || count == partitions.count()) {
      return count == 0 ? none(rows) : all(rows);
    }
    FileSet set = none(rows);
    for (int row = 0; row < rows; row++) {
      if (tuples.contains(partitions.code(row))) {
        set.add(row);
      }
    }
    return set;
  }
}
