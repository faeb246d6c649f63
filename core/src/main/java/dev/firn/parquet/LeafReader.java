package dev.firn.parquet;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.util.Optional;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;

/**
 * Goes through the entries of one column chunk: an entry is a value, a null, or an empty or missing
 * list, told by its levels.
 */
final class LeafReader {
  /** Entries of a page that are decoded at a time; far more than the writer puts into one. */
  private static final int MAX_PAGE_ENTRIES = 1 << 26;

  private final FileNode node;
  private final PageSource source;
  private final PageValues values;
  private final PageValues dictionary;
  private boolean hasDictionary;
  private final int maxDefinition;
  private final int maxRepetition;
  private final int totalEntries;
  private int[] definitions = new int[0];
  private int[] repetitions = new int[0];

  /** Entries of the pages so far. */
  private long seenEntries;

  private int pageEntries;
  private int entry;
  private int value;

  LeafReader(FileNode node, byte[] chunk, ColumnMetaData data, ZstdDecompressCtx zstd)
      throws IOException {
    this.node = node;
    this.source = new PageSource(chunk, data, zstd);
    this.values = new PageValues(node.element());
    this.dictionary = new PageValues(node.element());
    this.maxDefinition = node.definition();
    this.maxRepetition = node.repetition();
    if (data.getNum_values() > Integer.MAX_VALUE) {
      throw new IOException("a column chunk of " + data.getNum_values() + " values");
    }
    this.totalEntries = (int) data.getNum_values();
  }

  FileNode node() {
    return node;
  }

  /** Entries of the chunk. */
  int totalEntries() {
    return totalEntries;
  }

  /** Decodes pages until there is an entry at hand; false at the end of the chunk. */
  boolean hasEntry() throws IOException {
    while (entry == pageEntries) {
      if (seenEntries == totalEntries) {
        return false;
      }
      nextPage();
    }
    return true;
  }

  /** The level of the entry at hand. */
  int definition() {
    return maxDefinition == 0 ? 0 : definitions[entry];
  }

  /** The level of the entry at hand. */
  int repetition() {
    return maxRepetition == 0 ? 0 : repetitions[entry];
  }

  /** Where the value of the entry at hand is in {@link #values}, if it is one. */
  int value() {
    return value;
  }

  PageValues values() {
    return values;
  }

  /** Goes to the next entry. */
  void advance() {
    value += definition() == maxDefinition ? 1 : 0;
    entry++;
  }

  /** Entries left in the page at hand. */
  int left() {
    return pageEntries - entry;
  }

  /** How many of the entries left in the page are values before the first that is not. */
  int valuesAhead() {
    if (values.count - value == left()) {
      return left();
    }
    int end = entry;
    while (end < pageEntries && definitions[end] == maxDefinition) {
      end++;
    }
    return end - entry;
  }

  /** Goes past that many values. */
  void advanceValues(int count) {
    value += count;
    entry += count;
  }

  private void nextPage() throws IOException {
    Optional<PageHeader> header = source.next();
    if (header.isEmpty()) {
      throw new IOException("the pages hold " + seenEntries + " of " + totalEntries + " values");
    }
    entry = 0;
    value = 0;
    pageEntries = 0;
    if (header.get().getType() == PageType.DICTIONARY_PAGE) {
      readDictionary(header.get());
    } else if (header.get().getType() == PageType.DATA_PAGE) {
      readData(header.get());
    }
  }

  private void readDictionary(PageHeader header) throws IOException {
    DictionaryPageHeader data = header.getDictionary_page_header();
    if (data == null || hasDictionary || data.getNum_values() < 0) {
      throw new IOException("a dictionary page without a header, or a second one");
    }
    dictionary.decode(Encoding.PLAIN, source.page(), 0, source.pageSize(), data.getNum_values());
    dictionary.keep();
    hasDictionary = true;
  }

  private void readData(PageHeader header) throws IOException {
    DataPageHeader data = header.getData_page_header();
    if (data == null
        || data.getNum_values() < 0
        || data.getNum_values() > MAX_PAGE_ENTRIES
        || data.getNum_values() > totalEntries - seenEntries) {
      throw new IOException("a data page without a header, or with too many values");
    }
    int count = data.getNum_values();
    int at = 0;
    if (maxRepetition > 0) {
      repetitions = roomFor(repetitions, count);
      at = readLevels(at, repetitions, maxRepetition, count);
    }
    int present = count;
    if (maxDefinition > 0) {
      definitions = roomFor(definitions, count);
      at = readLevels(at, definitions, maxDefinition, count);
      present = countOf(definitions, count, maxDefinition);
    }
    decodeValues(data.getEncoding(), at, present);
    pageEntries = count;
    seenEntries += count;
  }

  private void decodeValues(Encoding encoding, int from, int present) throws IOException {
    int end = source.pageSize();
    if (encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY) {
      if (!hasDictionary) {
        throw new IOException("dictionary codes without a dictionary");
      }
      values.decodeCodes(dictionary, source.page(), from, end, present);
    } else {
      values.decode(encoding, source.page(), from, end, present);
    }
  }

  private int readLevels(int at, int[] levels, int max, int count) throws IOException {
    if (source.pageSize() - at < 4) {
      throw new IOException("a page ends before its levels");
    }
    int length = ByteSink.getInt(source.page(), at);
    int from = at + 4;
    if (length < 0 || length > source.pageSize() - from) {
      throw new IOException("levels of " + length + " bytes past the end of the page");
    }
    HybridDecoder.decode(
        source.page(), from, from + length, HybridEncoder.widthOf(max), levels, count);
    int most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, levels[i]);
    }
    if (most > max) {
      throw new IOException("a level of " + most + " where " + max + " is the highest");
    }
    return from + length;
  }

  private static int countOf(int[] levels, int count, int level) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      found += levels[i] == level ? 1 : 0;
    }
    return found;
  }

  private static int[] roomFor(int[] levels, int count) {
    return levels.length >= count ? levels : new int[count];
  }
}
