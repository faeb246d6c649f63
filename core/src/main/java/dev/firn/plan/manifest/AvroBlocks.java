package dev.firn.plan.manifest;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.firn.io.CorruptBlockException;
import dev.firn.io.SnappyBlock;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/**
 * The header and the blocks of an Avro container that is in memory as a whole. One thread; close it
 * to free its decompressors.
 */
final class AvroBlocks implements AutoCloseable {
  private static final int MAX_BLOCK_BYTES = 1 << 30;
  private static final int SYNC_BYTES = 16;
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};

  private final BlockCursor file = new BlockCursor();
  private final Map<String, byte[]> metadata = new HashMap<>();
  private final String codec;
  private final byte[] sync;
  private final Inflater inflater = new Inflater(true);
  private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
  private byte[] block = new byte[1 << 17];

  AvroBlocks(byte[] content) {
    file.start(content, content.length);
    if (content.length < MAGIC.length || !Arrays.equals(content, 0, 4, MAGIC, 0, 4)) {
      throw new MalformedManifestException("it does not begin as an Avro container does");
    }
    file.seek(MAGIC.length);
    for (int count = file.readItemCount(); count != 0; count = file.readItemCount()) {
      for (int i = 0; i < count; i++) {
        metadata.put(new String(readBytes(), StandardCharsets.UTF_8), readBytes());
      }
    }
    codec = text("avro.codec", "null");
    int at = file.advance(SYNC_BYTES);
    sync = Arrays.copyOfRange(content, at, at + SYNC_BYTES);
  }

  /** The schema of the records. */
  Schema schema() {
    try {
      return new Schema.Parser(NameValidator.NO_VALIDATION)
          .setValidateDefaults(false)
          .parse(text("avro.schema", ""));
    } catch (RuntimeException e) {
      // The parser meets damaged text with exceptions of many kinds.
      throw new MalformedManifestException("its schema can't be read: " + e.getMessage());
    }
  }

  /**
   * Starts {@code cursor} on the next block.
   *
   * @return its number of records, or -1 behind the last block
   */
  long next(BlockCursor cursor) {
    if (file.position() == file.limit()) {
      return -1;
    }
    long records = file.readLong();
    int size = file.readLength();
    int at = file.advance(size);
    int length = decompress(at, size);
    int mark = file.advance(SYNC_BYTES);
    if (!Arrays.equals(file.bytes(), mark, mark + SYNC_BYTES, sync, 0, SYNC_BYTES)) {
      throw new MalformedManifestException("the sync marker before byte " + mark + " is wrong");
    }
    if (records < 0 || records > length) {
      throw new MalformedManifestException(records + " records can't be in " + length + " bytes");
    }
    cursor.start(block, length);
    return records;
  }

  @Override
  public void close() {
    zstd.close();
    inflater.end();
  }

  private int decompress(int at, int size) {
    switch (codec) {
      case "null":
        block = Arrays.copyOfRange(file.bytes(), at, at + size);
        return size;
      case "deflate":
        return inflate(at, size);
      case "zstandard":
        return zstandard(at, size);
      case "snappy":
        try {
          // A checksum of four bytes follows.
          block =
              SnappyBlock.decompress(file.bytes(), at, at + size - Integer.BYTES, MAX_BLOCK_BYTES);
          return block.length;
        } catch (CorruptBlockException e) {
          throw new MalformedManifestException("a Snappy block is wrong: " + e.getMessage());
        }
      default:
        throw new MalformedManifestException(
            "its codec '" + codec + "' is not read; expected null, deflate, snappy or zstandard");
    }
  }

  private int inflate(int at, int size) {
    inflater.reset();
    inflater.setInput(file.bytes(), at, size);
    int length = 0;
    try {
      while (!inflater.finished()) {
        if (length == block.length) {
          grow(length * 2L);
        }
        int count = inflater.inflate(block, length, block.length - length);
        length += count;
        if (count == 0 && !inflater.finished() && length < block.length) {
          throw new MalformedManifestException("deflate data ends too early");
        }
      }
    } catch (DataFormatException e) {
      throw new MalformedManifestException("deflate data is wrong: " + e.getMessage());
    }
    return length;
  }

  /** Writers of Avro leave out how long a frame's content is: the buffer grows until it fits. */
  private int zstandard(int at, int size) {
    while (true) {
      try {
        return zstd.decompressByteArray(block, 0, block.length, file.bytes(), at, size);
      } catch (ZstdException e) {
        if (e.getErrorCode() != Zstd.errDstSizeTooSmall()) {
          throw new MalformedManifestException("zstandard data is wrong: " + e.getMessage());
        }
        grow(block.length * 2L);
      }
    }
  }

  private void grow(long bytes) {
    if (bytes > MAX_BLOCK_BYTES) {
      throw new MalformedManifestException("a block has more than " + MAX_BLOCK_BYTES + " bytes");
    }
    block = Arrays.copyOf(block, (int) bytes);
  }

  private byte[] readBytes() {
    int length = file.readLength();
    int at = file.advance(length);
    return Arrays.copyOfRange(file.bytes(), at, at + length);
  }

  private String text(String key, String otherwise) {
    byte[] value = metadata.get(key);
    return value == null ? otherwise : new String(value, StandardCharsets.UTF_8);
  }
}
