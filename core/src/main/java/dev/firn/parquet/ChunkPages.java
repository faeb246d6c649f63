package dev.firn.parquet;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/**
 * The finished pages of one column chunk, in memory, as they will stand in the file.
 *
 * <p>Data pages are of version 1: all readers take them, and levels, which hardly vary in logs, are
 * compressed with the values. Each page has a CRC.
 */
final class ChunkPages {
  private final Leaf leaf;
  private final ParquetBuffers buffers;
  private final PageIndex index;
  private final ParquetWriterOptions options;
  private final PageBytes pages;
  private final PageBytes dictionaryPage;
  private final Map<Encoding, Integer> pageCounts = new EnumMap<>(Encoding.class);
  private long uncompressedBytes;
  private long valueCount;
  private long nullCount;
  private long rowCount;

  ChunkPages(Leaf leaf, ParquetWriterOptions options, ParquetBuffers buffers) {
    this.leaf = leaf;
    this.options = options;
    this.buffers = buffers;
    this.pages = new PageBytes();
    this.dictionaryPage = new PageBytes();
    this.index = new PageIndex(leaf);
  }

  PageIndex index() {
    return index;
  }

  /** Data pages per encoding. */
  Map<Encoding, Integer> pageCounts() {
    return pageCounts;
  }

  PageBytes dataPages() {
    return pages;
  }

  /** The dictionary page; without bytes if there is none. */
  PageBytes dictionaryPage() {
    return dictionaryPage;
  }

  /** Headers and uncompressed data. */
  long uncompressedBytes() {
    return uncompressedBytes;
  }

  /** Bytes in the file. */
  long compressedBytes() {
    return pages.size() + dictionaryPage.size();
  }

  /** Values, nulls included. */
  long valueCount() {
    return valueCount;
  }

  long nullCount() {
    return nullCount;
  }

  void clear() {
    pages.clear();
    dictionaryPage.clear();
    pageCounts.clear();
    index.clear();
    uncompressedBytes = 0;
    valueCount = 0;
    nullCount = 0;
    rowCount = 0;
  }

  /** What a data page holds, beside its bytes. */
  record Page(Encoding encoding, int rowCount, int valueCount, int nullCount, ValueRange range) {}

  /** Adds the page whose body is in the buffers. */
  void add(Page page) {
    PageHeader header = new PageHeader(PageType.DATA_PAGE, 0, 0);
    header.setData_page_header(
        new DataPageHeader(page.valueCount(), page.encoding(), Encoding.RLE, Encoding.RLE));
    long start = pages.size();
    write(header, pages);
    index.add(start, (int) (pages.size() - start), rowCount, page.nullCount(), page.range());
    pageCounts.merge(page.encoding(), 1, Integer::sum);
    valueCount += page.valueCount();
    nullCount += page.nullCount();
    rowCount += page.rowCount();
  }

  /** Adds the dictionary, whose plain entries are in the buffers; at most once per chunk. */
  void addDictionary(int entryCount) {
    PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, 0, 0);
    header.setDictionary_page_header(new DictionaryPageHeader(entryCount, Encoding.PLAIN));
    write(header, dictionaryPage);
  }

  private void write(PageHeader header, PageBytes target) {
    ByteSink body = buffers.body;
    if (body.size() > PageSource.MAX_PAGE_BYTES) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't write "
              + leaf.dottedPath()
              + ": a page of "
              + body.size()
              + " bytes, at most "
              + PageSource.MAX_PAGE_BYTES
              + " are written; reject such long values before");
    }
    ByteSink stored = buffers.compress(options);
    buffers.crc.reset();
    buffers.crc.update(stored.array(), 0, stored.size());
    header.setUncompressed_page_size(body.size());
    header.setCompressed_page_size(stored.size());
    header.setCrc((int) buffers.crc.getValue());
    buffers.header.clear();
    try {
      Util.writePageHeader(header, buffers.header);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    uncompressedBytes += buffers.header.size() + body.size();
    target.append(buffers.header, stored);
  }
}
