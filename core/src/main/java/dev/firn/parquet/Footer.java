package dev.firn.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/**
 * A file's footer, checked against the file's length before anything is read by it.
 *
 * @param root the schema
 * @param leaves its leaves, one per column chunk of a row group
 * @param rowGroups as stored
 * @param createdBy the program that wrote it, by its own word; empty if it does not say
 */
record Footer(FileNode root, List<FileNode> leaves, List<RowGroup> rowGroups, String createdBy) {
  /** Far more than any file of ours has; a parsed footer takes some ten times its size. */
  private static final int MAX_FOOTER_BYTES = 64 << 20;

  /** Length of the footer and the magic bytes. */
  private static final int TAIL_BYTES = 8;

  /**
   * Reads the footer: two requests.
   *
   * @throws IOException if storage fails or the file is not a whole Parquet file that is read here
   */
  static Footer read(SeekableInputStream in, long fileBytes) throws IOException {
    Stored stored = readStored(in, fileBytes);
    FileMetaData data = stored.data();
    FileNode root = FileNode.of(data.getSchema());
    List<FileNode> leaves = root.isLeaf() ? List.of() : root.leaves();
    for (RowGroup group : data.getRow_groups()) {
      check(group, leaves, stored.start());
    }
    String createdBy = data.getCreated_by() == null ? "" : data.getCreated_by();
    return new Footer(root, leaves, data.getRow_groups(), createdBy);
  }

  /**
   * A footer as it is stored.
   *
   * @param start where it begins in the file
   */
  private record Stored(FileMetaData data, long start) {}

  /**
   * The schema alone, of files too that are not read here: two requests.
   *
   * @throws IOException if storage fails or the file is not a whole Parquet file
   */
  static FileNode readSchema(SeekableInputStream in, long fileBytes) throws IOException {
    return FileNode.of(readStored(in, fileBytes).data().getSchema());
  }

  private static Stored readStored(SeekableInputStream in, long fileBytes) throws IOException {
    int magicBytes = FooterBuilder.MAGIC.length;
    if (fileBytes < magicBytes + TAIL_BYTES) {
      throw new IOException("it has " + fileBytes + " bytes, too few for Parquet");
    }
    byte[] tail = readBytes(in, fileBytes - TAIL_BYTES, TAIL_BYTES);
    if (!Arrays.equals(tail, 4, 8, FooterBuilder.MAGIC, 0, 4)) {
      throw new IOException("it does not end with PAR1, so it is not Parquet or is cut off");
    }
    int length = ByteSink.getInt(tail, 0);
    if (length <= 0 || length > MAX_FOOTER_BYTES || length > fileBytes - magicBytes - TAIL_BYTES) {
      throw new IOException("its footer says to be " + length + " bytes of " + fileBytes);
    }
    long start = fileBytes - TAIL_BYTES - length;
    byte[] bytes = readBytes(in, start, length);
    ThriftGuard.endOf(bytes, 0, length);
    return new Stored(Util.readFileMetaData(new ByteArrayInputStream(bytes)), start);
  }

  /**
   * Reads bytes at a place that is known to lie inside the file.
   *
   * @throws UncheckedIOException if storage fails
   */
  static byte[] readBytes(SeekableInputStream in, long at, int count) throws IOException {
    byte[] bytes;
    try {
      in.seek(at);
      bytes = in.readNBytes(count);
    } catch (IOException e) {
      // Not checked: all checked ones mean that the file is broken.
      throw new UncheckedIOException(e);
    }
    if (bytes.length < count) {
      throw new IOException("it ends after " + bytes.length + " of " + count + " bytes at " + at);
    }
    return bytes;
  }

  /** Where a chunk's pages begin: with its dictionary, if it has one. */
  static long startOf(ColumnMetaData data) {
    return data.isSetDictionary_page_offset()
        ? Math.min(data.getDictionary_page_offset(), data.getData_page_offset())
        : data.getData_page_offset();
  }

  private static void check(RowGroup group, List<FileNode> leaves, long end) throws IOException {
    List<ColumnChunk> chunks = group.getColumns();
    if (chunks.size() != leaves.size()) {
      throw new IOException(
          "a row group has " + chunks.size() + " columns, the schema " + leaves.size());
    }
    if (group.getNum_rows() < 0 || group.getNum_rows() > Integer.MAX_VALUE) {
      throw new IOException("a row group has " + group.getNum_rows() + " rows");
    }
    for (int i = 0; i < leaves.size(); i++) {
      String place = "column " + leaves.get(i).element().getName();
      if (!chunks.get(i).isSetMeta_data() || chunks.get(i).isSetFile_path()) {
        throw new IOException(place + " has no data in this file");
      }
      check(chunks.get(i).getMeta_data(), leaves.get(i), end, place);
    }
  }

  private static void check(ColumnMetaData data, FileNode leaf, long end, String place)
      throws IOException {
    if (data.getType() != leaf.element().getType()) {
      throw new IOException(place + " is " + data.getType() + ", not as the schema says");
    }
    if (data.getCodec() != CompressionCodec.ZSTD
        && data.getCodec() != CompressionCodec.UNCOMPRESSED) {
      throw new IOException(
          place + " is compressed with " + data.getCodec() + ", only ZSTD and none are read here");
    }
    long start = startOf(data);
    long size = data.getTotal_compressed_size();
    if (start < FooterBuilder.MAGIC.length
        || size < 0
        || size > Integer.MAX_VALUE - 16
        || start + size > end
        || data.getNum_values() < 0) {
      throw new IOException(place + " says to have " + size + " bytes at " + start + " of " + end);
    }
  }
}
