package dev.firn.formats.parquet;

import dev.firn.decode.RejectReason;
import dev.firn.io.SpooledBytes;
import dev.firn.parquet.ThriftGuard;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.VersionParser;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.MessageType;

/**
 * What a file says of itself, checked against its length.
 *
 * @param schema the file's schema
 * @param rowGroups its row groups
 * @param writer the program that wrote it, if that can be told
 */
record Footer(
    MessageType schema, List<Group> rowGroups, Optional<VersionParser.ParsedVersion> writer) {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);

  /** A parsed footer takes some ten times its size. */
  private static final int MAX_FOOTER_BYTES = 64 << 20;

  /** Length of the footer and the magic bytes. */
  private static final int TAIL_BYTES = 8;

  /**
   * A row group.
   *
   * @param rows how many rows it has
   * @param position where its first chunk begins
   * @param chunks what is known of its columns, by their dotted path
   */
  record Group(long rows, long position, Map<String, Chunk> chunks) {}

  /**
   * A column's pages in a row group.
   *
   * @param meta as stored
   * @param from where its pages begin in the file
   * @param to where they end
   */
  record Chunk(ColumnMetaData meta, long from, long to) {}

  /**
   * Reads the footer.
   *
   * @throws ParquetDamageException if the file is not a whole Parquet file that can be read
   */
  static Footer read(SpooledBytes file) throws IOException {
    long length = file.length();
    if (length < MAGIC.length + TAIL_BYTES) {
      throw new ParquetDamageException(
          RejectReason.TRUNCATED, "it has " + length + " bytes, too few for Parquet");
    }
    ByteBuffer tail = bytes(file, length - TAIL_BYTES, TAIL_BYTES);
    int size = tail.getInt(0);
    if (endsWith(tail, ENCRYPTED)) {
      throw new ParquetDamageException(
          RejectReason.UNSUPPORTED, "its footer is encrypted, which is not read");
    }
    if (!endsWith(tail, MAGIC)) {
      boolean begins = bytes(file, 0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
      throw new ParquetDamageException(
          begins ? RejectReason.TRUNCATED : RejectReason.CORRUPT,
          "it does not end with PAR1, so it is " + (begins ? "cut off" : "not Parquet"));
    }
    if (size <= 0 || size > length - MAGIC.length - TAIL_BYTES) {
      throw ParquetDamageException.corrupt(
          "its footer says to be " + size + " of " + length + " bytes");
    }
    if (size > MAX_FOOTER_BYTES) {
      throw new ParquetDamageException(
          RejectReason.TOO_LARGE,
          "its footer has " + size + " bytes, at most " + MAX_FOOTER_BYTES + " are read");
    }
    long start = length - TAIL_BYTES - size;
    return parse(bytes(file, start, size).array(), start);
  }

  private static Footer parse(byte[] bytes, long end) throws IOException {
    FileMetaData data;
    try {
      ThriftGuard.endOf(bytes, 0, bytes.length);
      data = Util.readFileMetaData(new ByteArrayInputStream(bytes));
    } catch (IOException | RuntimeException e) {
      throw new ParquetDamageException(
          RejectReason.CORRUPT, "its footer can't be read: " + e.getMessage(), e);
    }
    if (data.isSetEncryption_algorithm()) {
      throw new ParquetDamageException(
          RejectReason.UNSUPPORTED, "columns of it are encrypted, which is not read");
    }
    MessageType schema = SchemaConversion.of(data.getSchema());
    List<Group> groups = new java.util.ArrayList<>();
    for (RowGroup group : data.getRow_groups()) {
      groups.add(group(group, end));
    }
    return new Footer(schema, List.copyOf(groups), writer(data.getCreated_by()));
  }

  private static Group group(RowGroup group, long end) throws ParquetDamageException {
    if (group.getNum_rows() < 0) {
      throw ParquetDamageException.corrupt("a row group has " + group.getNum_rows() + " rows");
    }
    Map<String, Chunk> chunks = new HashMap<>();
    long position = Long.MAX_VALUE;
    for (ColumnChunk chunk : group.getColumns()) {
      if (!chunk.isSetMeta_data() || (chunk.isSetFile_path() && !chunk.getFile_path().isEmpty())) {
        throw new ParquetDamageException(
            RejectReason.UNSUPPORTED, "a column's data is in another file or encrypted");
      }
      ColumnMetaData meta = chunk.getMeta_data();
      String path = String.join(".", meta.getPath_in_schema());
      long from = startOf(meta);
      long size = meta.getTotal_compressed_size();
      if (from < MAGIC.length || size < 0 || size > end - from || meta.getNum_values() < 0) {
        throw ParquetDamageException.corrupt(
            "column " + path + " says to have " + size + " bytes at " + from + " of " + end);
      }
      position = Math.min(position, from);
      chunks.put(path, new Chunk(meta, from, from + size));
    }
    return new Group(group.getNum_rows(), position, chunks);
  }

  /** With the dictionary, if there is one; some writers say 0 where there is none. */
  private static long startOf(ColumnMetaData meta) {
    long dictionary = meta.isSetDictionary_page_offset() ? meta.getDictionary_page_offset() : 0;
    return dictionary > 0 && dictionary < meta.getData_page_offset()
        ? dictionary
        : meta.getData_page_offset();
  }

  private static Optional<VersionParser.ParsedVersion> writer(String createdBy) {
    if (createdBy == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(VersionParser.parse(createdBy));
    } catch (VersionParser.VersionParseException | RuntimeException e) {
      return Optional.empty();
    }
  }

  static ByteBuffer bytes(SpooledBytes file, long position, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    file.read(position, buffer);
    return buffer.flip();
  }

  private static boolean endsWith(ByteBuffer tail, byte[] magic) {
    return tail.slice(TAIL_BYTES - magic.length, magic.length).equals(ByteBuffer.wrap(magic));
  }
}
