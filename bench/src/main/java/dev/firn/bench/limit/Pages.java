package dev.firn.bench.limit;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/** The pages of Parquet files that are compressed with Zstandard, uncompressed. */
final class Pages {
  /** Footer length and magic. */
  private static final int TAIL_BYTES = 8;

  private Pages() {}

  /** All pages of a file, dictionaries among them; of the second kind only what is compressed. */
  static List<byte[]> of(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - TAIL_BYTES);
    int footer = bytes.length - TAIL_BYTES - length;
    FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(bytes, footer, length));
    List<byte[]> pages = new ArrayList<>();
    for (RowGroup group : metadata.getRow_groups()) {
      for (ColumnChunk chunk : group.getColumns()) {
        add(bytes, chunk.getMeta_data(), pages);
      }
    }
    return pages;
  }

  private static void add(byte[] file, ColumnMetaData chunk, List<byte[]> pages)
      throws IOException {
    if (chunk.getCodec() != CompressionCodec.ZSTD) {
      throw new IOException("a column is compressed with " + chunk.getCodec() + ", not ZSTD");
    }
    long begin =
        chunk.isSetDictionary_page_offset() && chunk.getDictionary_page_offset() > 0
            ? Math.min(chunk.getDictionary_page_offset(), chunk.getData_page_offset())
            : chunk.getData_page_offset();
    int at = Math.toIntExact(begin);
    int end = Math.toIntExact(begin + chunk.getTotal_compressed_size());
    while (at < end) {
      ByteArrayInputStream in = new ByteArrayInputStream(file, at, end - at);
      PageHeader header = Util.readPageHeader(in);
      int page = end - in.available();
      at = page + header.getCompressed_page_size();
      int levels = levelBytes(header);
      byte[] data = Arrays.copyOfRange(file, page + levels, at);
      boolean compressed =
          header.getType() != PageType.DATA_PAGE_V2
              || header.getData_page_header_v2().isIs_compressed();
      if (compressed && data.length > 0) {
        pages.add(Zstd.decompress(data, header.getUncompressed_page_size() - levels));
      }
    }
  }

  /** Bytes before the compressed ones. */
  private static int levelBytes(PageHeader header) {
    return header.getType() == PageType.DATA_PAGE_V2
        ? header.getData_page_header_v2().getDefinition_levels_byte_length()
            + header.getData_page_header_v2().getRepetition_levels_byte_length()
        : 0;
  }
}
