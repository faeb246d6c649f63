package dev.firn.formats.parquet;

import dev.firn.decode.RejectReason;
import dev.firn.io.SpooledBytes;
import dev.firn.parquet.ThriftGuard;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column in one row group, read one at a time as they are asked for. Throws {@link
 * PageFailure}. One thread.
 */
final class ChunkPages implements PageReader {
  /** Writers make pages of 1 MiB; some put a whole row group's column into one. */
  private static final int MAX_PAGE_BYTES = 256 << 20;

  private static final int FIRST_HEADER_BYTES = 1 << 10;

  /** A header holds the least and the greatest value of its page, which can be long. */
  private static final int MAX_HEADER_BYTES = 16 << 20;

  private final SpooledBytes file;
  private final ColumnDescriptor column;
  private final ColumnMetaData meta;
  private final Statistics<?> noStatistics;
  private final long end;
  private long position;
  private Optional<PageHeader> header = Optional.empty();

  ChunkPages(SpooledBytes file, ColumnDescriptor column, Footer.Chunk chunk)
      throws ParquetDamageException {
    this.file = file;
    this.column = column;
    this.meta = chunk.meta();
    this.position = chunk.from();
    this.end = chunk.to();
    this.noStatistics = Statistics.getBuilderForReading(column.getPrimitiveType()).build();
    PageCodec.require(meta.getCodec(), name());
    if (SchemaConversion.primitive(meta.getType())
        != column.getPrimitiveType().getPrimitiveTypeName()) {
      throw ParquetDamageException.corrupt(
          "column " + name() + " is " + meta.getType() + ", not as the schema says");
    }
  }

  @Override
  public long getTotalValueCount() {
    return meta.getNum_values();
  }

  @Override
  public @Nullable DictionaryPage readDictionaryPage() {
    try {
      PageHeader first = peek();
      if (first == null || first.getType() != PageType.DICTIONARY_PAGE) {
        return null;
      }
      byte[] page = take(first);
      int values = first.getDictionary_page_header().getNum_values();
      byte[] bytes = decompress(page, 0, first.getUncompressed_page_size());
      requireDictionary(values, bytes.length);
      return new DictionaryPage(
          BytesInput.from(bytes),
          values,
          encoding(first.getDictionary_page_header().getEncoding()));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public DataPage readPage() {
    try {
      while (true) {
        PageHeader next = peek();
        if (next == null) {
          throw ParquetDamageException.corrupt("it has fewer values than it states");
        }
        byte[] page = take(next);
        if (next.getType() == PageType.DATA_PAGE) {
          return first(next, page);
        } else if (next.getType() == PageType.DATA_PAGE_V2) {
          return second(next, page);
        } else if (next.getType() == PageType.DICTIONARY_PAGE) {
          throw ParquetDamageException.corrupt("a second dictionary stands among its pages");
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private DataPage first(PageHeader header, byte[] page) throws IOException {
    DataPageHeader data = header.getData_page_header();
    requireCount(data.getNum_values());
    return new DataPageV1(
        BytesInput.from(decompress(page, 0, header.getUncompressed_page_size())),
        data.getNum_values(),
        header.getUncompressed_page_size(),
        noStatistics,
        encoding(data.getRepetition_level_encoding()),
        encoding(data.getDefinition_level_encoding()),
        encoding(data.getEncoding()));
  }

  private DataPage second(PageHeader header, byte[] page) throws IOException {
    DataPageHeaderV2 data = header.getData_page_header_v2();
    requireCount(data.getNum_values());
    int repetition = data.getRepetition_levels_byte_length();
    int definition = data.getDefinition_levels_byte_length();
    int levels = repetition + definition;
    if (repetition < 0 || definition < 0 || levels < 0 || levels > page.length) {
      throw ParquetDamageException.corrupt("the levels of a page are longer than the page");
    }
    boolean compressed = !data.isSetIs_compressed() || data.isIs_compressed();
    int size = header.getUncompressed_page_size() - levels;
    byte[] values =
        compressed && page.length > levels
            ? decompress(page, levels, size)
            : java.util.Arrays.copyOfRange(page, levels, page.length);
    return DataPageV2.uncompressed(
        data.getNum_rows(),
        data.getNum_nulls(),
        data.getNum_values(),
        BytesInput.from(page, 0, repetition),
        BytesInput.from(page, repetition, definition),
        encoding(data.getEncoding()),
        BytesInput.from(values),
        noStatistics);
  }

  /** The header of the next page, or null behind the last one. */
  private @Nullable PageHeader peek() throws IOException {
    if (header.isEmpty() && position < end) {
      header = Optional.of(readHeader());
    }
    return header.orElse(null);
  }

  private PageHeader readHeader() throws IOException {
    int window = FIRST_HEADER_BYTES;
    while (true) {
      int length = (int) Math.min(window, end - position);
      byte[] bytes = Footer.bytes(file, position, length).array();
      int size;
      try {
        size = ThriftGuard.endOf(bytes, 0, length);
      } catch (IOException e) {
        if (length == end - position || window >= MAX_HEADER_BYTES) {
          throw ParquetDamageException.corrupt("a page header can't be read: " + e.getMessage());
        }
        window *= 16;
        continue;
      }
      PageHeader read = parse(bytes, size);
      position += size;
      check(read);
      return read;
    }
  }

  private static PageHeader parse(byte[] bytes, int size) throws ParquetDamageException {
    try {
      return Util.readPageHeader(new ByteArrayInputStream(bytes, 0, size));
    } catch (IOException | RuntimeException e) {
      throw new ParquetDamageException(
          RejectReason.CORRUPT, "a page header is none: " + e.getMessage(), e);
    }
  }

  private void check(PageHeader read) throws ParquetDamageException {
    int stored = read.getCompressed_page_size();
    int size = read.getUncompressed_page_size();
    if (stored < 0 || size < 0 || stored > end - position) {
      throw ParquetDamageException.corrupt("a page says to have " + stored + " bytes");
    }
    if (Math.max(stored, size) > MAX_PAGE_BYTES) {
      throw new ParquetDamageException(
          RejectReason.TOO_LARGE,
          "a page has "
              + Math.max(stored, size)
              + " bytes, at most "
              + MAX_PAGE_BYTES
              + " are read");
    }
    boolean whole =
        switch (read.getType()) {
          case DATA_PAGE -> read.isSetData_page_header();
          case DATA_PAGE_V2 -> read.isSetData_page_header_v2();
          case DICTIONARY_PAGE -> read.isSetDictionary_page_header();
          case INDEX_PAGE -> true;
        };
    if (!whole) {
      throw ParquetDamageException.corrupt("a page header lacks its half");
    }
  }

  /** The stored bytes of the page whose header was read. */
  private byte[] take(PageHeader read) throws IOException {
    byte[] page = Footer.bytes(file, position, read.getCompressed_page_size()).array();
    position += page.length;
    header = Optional.empty();
    if (read.isSetCrc()) {
      CRC32 crc = new CRC32();
      crc.update(page);
      if ((int) crc.getValue() != read.getCrc()) {
        throw ParquetDamageException.corrupt("the checksum of a page is wrong");
      }
    }
    return page;
  }

  private byte[] decompress(byte[] page, int from, int sizeBytes) throws IOException {
    if (sizeBytes < 0) {
      throw ParquetDamageException.corrupt("a page states a negative size");
    }
    return PageCodec.decompress(meta.getCodec(), page, from, page.length, sizeBytes);
  }

  private void requireCount(int values) throws ParquetDamageException {
    if (values < 0 || values > meta.getNum_values()) {
      throw ParquetDamageException.corrupt("a page says to have " + values + " values");
    }
  }

  /** A dictionary's arrays are made by its stated number of values. */
  private void requireDictionary(int values, int bytes) throws ParquetDamageException {
    PrimitiveType type = column.getPrimitiveType();
    long least =
        switch (type.getPrimitiveTypeName()) {
          case BOOLEAN -> 1;
          case INT32, FLOAT, BINARY -> 4;
          case INT64, DOUBLE -> 8;
          case INT96 -> 12;
          case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
        };
    if (values < 0 || values * least > bytes) {
      throw ParquetDamageException.corrupt(
          "a dictionary of " + bytes + " bytes says to have " + values + " values");
    }
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding stored)
      throws ParquetDamageException {
    try {
      return Encoding.valueOf(stored.name());
    } catch (IllegalArgumentException e) {
      throw new ParquetDamageException(
          RejectReason.UNSUPPORTED, "the encoding " + stored + " is not read", e);
    }
  }

  private PageFailure failure(IOException e) {
    if (e instanceof ParquetDamageException damage) {
      return new PageFailure(
          new ParquetDamageException(
              damage.reason(), "column " + name() + ": " + damage.getMessage(), damage));
    }
    return new PageFailure(e);
  }

  private String name() {
    return String.join(".", column.getPath());
  }
}
