package dev.firn.parquet;

import dev.firn.batch.Column;
import java.util.Arrays;
import org.apache.parquet.format.Encoding;

/**
 * Fills the pages of one leaf.
 *
 * <p>Rows come in strides of a few thousand. Their levels and values are gathered until a page is
 * full, and only then encoded, so that each encoding sees a whole page in arrays.
 */
abstract sealed class LeafWriter permits NumberLeafWriter, BytesLeafWriter {
  private static final int[] NO_LEVELS = new int[0];

  final Leaf leaf;
  final ParquetBuffers buffers;
  private final ParquetWriterOptions options;
  private final Shredder shredder;
  private final ChunkPages pages;
  private final int maxDefinition;
  private final int maxRepetition;
  private final ValueRange chunkRange;
  private final ValueRange fileRange;

  private int[] definitions = NO_LEVELS;
  private int[] repetitions = NO_LEVELS;
  private int levelCount;
  private int pageRows;
  private int nullCount;

  LeafWriter(Leaf leaf, ParquetWriterOptions options, ParquetBuffers buffers) {
    this.leaf = leaf;
    this.options = options;
    this.buffers = buffers;
    this.shredder = new Shredder(leaf);
    this.pages = new ChunkPages(leaf, options, buffers);
    this.maxDefinition = leaf.maxDefinition();
    this.maxRepetition = leaf.maxRepetition();
    this.chunkRange = newRange();
    this.fileRange = newRange();
  }

  /** The writer for a leaf's type. */
  static LeafWriter of(Leaf leaf, ParquetWriterOptions options, ParquetBuffers buffers) {
    return leaf.physical().isBytes()
        ? new BytesLeafWriter(leaf, options, buffers)
        : new NumberLeafWriter(leaf, options, buffers);
  }

  final ValueRange newRange() {
    return leaf.physical().isBytes()
        ? new BytesRange(leaf.physical())
        : new NumberRange(leaf.physical());
  }

  /** Takes the columns of a batch of which about {@code rowCount} rows will follow. */
  void bind(Column root, int rowCount) {
    shredder.bind(root);
  }

  /** Appends {@code rows[from, to)} of the batch. */
  final void append(int[] rows, int from, int to) {
    shredder.shred(rows, from, to);
    Column column = shredder.column();
    long growth = growth(column, shredder.values, shredder.valueCount);
    if (growth > options.pageBytes() && to - from > 1) {
      int middle = (from + to) >>> 1;
      append(rows, from, middle);
      append(rows, middle, to);
      return;
    }
    appendLevels();
    appendValues(column, shredder.values, shredder.valueCount);
    pageRows += to - from;
    if (pageRows >= options.pageRows() || pageBytes() >= options.pageBytes()) {
      endPage();
    }
  }

  private void appendLevels() {
    int count = shredder.count;
    int nulls = count - shredder.valueCount;
    if (maxRepetition > 0) {
      repetitions = roomFor(repetitions, count);
      System.arraycopy(shredder.repetitions, 0, repetitions, levelCount, count);
    }
    if (maxDefinition > 0) {
      definitions = roomFor(definitions, count);
      if (nulls == 0) {
        Arrays.fill(definitions, levelCount, levelCount + count, maxDefinition);
      } else {
        System.arraycopy(shredder.definitions, 0, definitions, levelCount, count);
      }
    }
    levelCount += count;
    nullCount += nulls;
  }

  private int[] roomFor(int[] levels, int count) {
    int needed = Math.addExact(levelCount, count);
    return needed <= levels.length ? levels : Arrays.copyOf(levels, needed + (needed >> 1));
  }

  /** Finishes the page in hand, if it has any rows. */
  final void endPage() {
    if (pageRows == 0) {
      return;
    }
    beforePage();
    buffers.body.clear();
    if (maxRepetition > 0) {
      writeLevels(repetitions, maxRepetition);
    }
    if (maxDefinition > 0) {
      writeDefinitions();
    }
    Encoding encoding = encodeValues(buffers.body);
    ValueRange range = pageRange();
    pages.add(new ChunkPages.Page(encoding, pageRows, levelCount, nullCount, range));
    chunkRange.merge(range);
    range.clear();
    pageRows = 0;
    levelCount = 0;
    nullCount = 0;
  }

  private void writeDefinitions() {
    if (nullCount > 0) {
      writeLevels(definitions, maxDefinition);
      return;
    }
    int start = buffers.body.size();
    buffers.body.writeInt(0);
    HybridEncoder.run(
        maxDefinition, levelCount, HybridEncoder.widthOf(maxDefinition), buffers.body);
    buffers.body.setInt(start, buffers.body.size() - start - 4);
  }

  private void writeLevels(int[] levels, int max) {
    int start = buffers.body.size();
    buffers.body.writeInt(0);
    HybridEncoder.encode(levels, levelCount, HybridEncoder.widthOf(max), buffers.body);
    buffers.body.setInt(start, buffers.body.size() - start - 4);
  }

  /** Finishes the last page and the dictionary; {@link #pages} are complete then. */
  final void endChunk() {
    endPage();
    int entries = encodeDictionary();
    if (entries > 0) {
      pages.addDictionary(entries);
    }
    fileRange.merge(chunkRange);
  }

  /** Forgets the chunk's pages, to begin the next. */
  final void beginChunk() {
    pages.clear();
    chunkRange.clear();
    clearDictionary();
  }

  final ChunkPages pages() {
    return pages;
  }

  final ValueRange chunkRange() {
    return chunkRange;
  }

  final ValueRange fileRange() {
    return fileRange;
  }

  /** Memory of the chunk so far; what is not compressed yet counts a third. */
  final long chunkBytes() {
    return pages.compressedBytes() + (pageBytes() + dictionaryBytes()) / 3;
  }

  /** Memory that the leaf takes up: finished pages, and arrays by their capacity. */
  final long heldBytes() {
    return pages.compressedBytes() + 4L * (definitions.length + repetitions.length) + arrayBytes();
  }

  /** Gives up the arrays that gather a page; there must be no page in hand. */
  final void release() {
    definitions = NO_LEVELS;
    repetitions = NO_LEVELS;
    releaseArrays();
  }

  /** Encoded bytes of the page in hand, about. */
  private long pageBytes() {
    return valueBytes() + levelCount / 4;
  }

  /** Bytes by which values would make the page longer, before compression; at most about. */
  abstract long growth(Column column, int[] values, int count);

  /** Appends {@code values[0, count)} of the leaf's column. */
  abstract void appendValues(Column column, int[] values, int count);

  /** Decides how the page in hand will be encoded. */
  abstract void beforePage();

  /** Writes the page's values and forgets them. */
  abstract Encoding encodeValues(ByteSink out);

  /** The range of the page just encoded; the caller clears it. */
  abstract ValueRange pageRange();

  abstract long valueBytes();

  /** The capacity of the arrays that gather values, and of the dictionary. */
  abstract long arrayBytes();

  abstract void releaseArrays();

  abstract long dictionaryBytes();

  /** Puts the chunk's dictionary into the buffers body; the number of its entries, 0 if none. */
  abstract int encodeDictionary();

  abstract void clearDictionary();
}
