package dev.firn.parquet;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/** The pages of one column chunk, one after the other, checked and decompressed. */
final class PageSource {
  /** Pages beyond are refused, by the writer too: nobody should have to hold them. */
  static final int MAX_PAGE_BYTES = 1 << 28;

  /** Headers hold bounds at most; those of other writers may be a few KB. */
  private static final int MAX_HEADER_BYTES = 1 << 20;

  private final byte[] chunk;
  private final Optional<ZstdDecompressCtx> zstd;
  private final CRC32 crc = new CRC32();
  private int at;
  private byte[] page = new byte[0];
  private int pageSize;

  /**
   * @param chunk the chunk's bytes
   * @param zstd used for compressed chunks; the caller closes it
   */
  PageSource(byte[] chunk, ColumnMetaData data, ZstdDecompressCtx zstd) {
    this.chunk = chunk;
    this.zstd = data.getCodec() == CompressionCodec.ZSTD ? Optional.of(zstd) : Optional.empty();
  }

  /** The next page's header, its bytes are then in {@link #page}; empty at the end. */
  Optional<PageHeader> next() throws IOException {
    if (at == chunk.length) {
      return Optional.empty();
    }
    int limit = Math.min(chunk.length, at + MAX_HEADER_BYTES);
    int headerEnd = ThriftGuard.endOf(chunk, at, limit);
    PageHeader header = Util.readPageHeader(new ByteArrayInputStream(chunk, at, headerEnd - at));
    int stored = header.getCompressed_page_size();
    int size = header.getUncompressed_page_size();
    if (stored < 0 || stored > chunk.length - headerEnd || size < 0 || size > MAX_PAGE_BYTES) {
      throw new IOException("a page says to be " + stored + " bytes, " + size + " unpacked");
    }
    checkCrc(header, headerEnd, stored);
    if (header.getType() == PageType.DATA_PAGE_V2) {
      throw new IOException("pages of version 2 are not read here");
    }
    unpack(headerEnd, stored, size);
    at = headerEnd + stored;
    return Optional.of(header);
  }

  private void checkCrc(PageHeader header, int from, int length) throws IOException {
    if (header.isSetCrc()) {
      crc.reset();
      crc.update(chunk, from, length);
      if ((int) crc.getValue() != header.getCrc()) {
        throw new IOException("the CRC of a page is wrong, its bytes have changed");
      }
    }
  }

  private void unpack(int from, int stored, int size) throws IOException {
    if (page.length < size) {
      page = new byte[size];
    }
    if (zstd.isPresent()) {
      int unpacked = zstd.get().decompressByteArray(page, 0, size, chunk, from, stored);
      if (unpacked != size) {
        throw new IOException("a page unpacks to " + unpacked + " bytes, not " + size);
      }
    } else {
      if (stored != size) {
        throw new IOException("an uncompressed page of " + stored + " and of " + size + " bytes");
      }
      System.arraycopy(chunk, from, page, 0, size);
    }
    pageSize = size;
  }

  /** The page's bytes, valid in {@code [0, pageSize())} until the next one. */
  byte[] page() {
    return page;
  }

  int pageSize() {
    return pageSize;
  }
}
