package dev.firn.decode.avro;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.firn.decode.RejectReason;
import dev.firn.io.CorruptBlockException;
import dev.firn.io.SnappyBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** How the blocks of a file are compressed. */
enum BlockCodec {
  NULL("null"),
  DEFLATE("deflate"),
  ZSTANDARD("zstandard"),
  SNAPPY("snappy");

  private final String code;

  BlockCodec(String code) {
    this.code = code;
  }

  /** The codec that a file's header names. */
  static BlockCodec parse(String code) throws AvroDamageException {
    for (BlockCodec codec : values()) {
      if (codec.code.equals(code)) {
        return codec;
      }
    }
    throw new AvroDamageException(
        RejectReason.UNSUPPORTED,
        "its codec '" + code + "' is not read; expected null, deflate, snappy or zstandard");
  }

  /**
   * Decompresses a block.
   *
   * @param maxBytes a longer result is refused
   */
  byte[] decompress(byte[] block, int maxBytes) throws AvroDamageException {
    switch (this) {
      case NULL:
        return block;
      case DEFLATE:
        return inflate(block, maxBytes);
      case ZSTANDARD:
        return zstandard(block, maxBytes);
      default:
        return snappy(block, maxBytes);
    }
  }

  private static byte[] inflate(byte[] block, int maxBytes) throws AvroDamageException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(block);
      byte[] out = new byte[(int) Math.min(maxBytes, Math.max(64, block.length * 4L))];
      int length = 0;
      while (true) {
        int count = inflater.inflate(out, length, out.length - length);
        length += count;
        if (inflater.finished()) {
          return Arrays.copyOf(out, length);
        }
        if (length < out.length && count == 0) {
          throw corrupt("deflate data ends too early", null);
        }
        if (length == out.length) {
          if (length == maxBytes) {
            throw tooLarge(maxBytes);
          }
          out = Arrays.copyOf(out, (int) Math.min(maxBytes, length * 2L));
        }
      }
    } catch (DataFormatException e) {
      throw corrupt("deflate data is wrong", e);
    } finally {
      inflater.end();
    }
  }

  private static byte[] zstandard(byte[] block, int maxBytes) throws AvroDamageException {
    byte[] out;
    try (ZstdInputStreamNoFinalizer in =
        new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(block))) {
      out = in.readNBytes(maxBytes);
      if (out.length == maxBytes && in.read() >= 0) {
        throw tooLarge(maxBytes);
      }
    } catch (AvroDamageException e) {
      throw e;
    } catch (IOException e) {
      throw corrupt("zstandard data is wrong", e);
    }
    return out;
  }

  /** A Snappy block, then the CRC-32 of what it stands for. */
  private static byte[] snappy(byte[] block, int maxBytes) throws AvroDamageException {
    int end = block.length - Integer.BYTES;
    if (end < 1) {
      throw corrupt("a Snappy block has no checksum", null);
    }
    byte[] out;
    try {
      out = SnappyBlock.decompress(block, 0, end, maxBytes);
    } catch (CorruptBlockException e) {
      throw corrupt(String.valueOf(e.getMessage()), e);
    }
    CRC32 crc = new CRC32();
    crc.update(out);
    if ((int) crc.getValue() != ByteBuffer.wrap(block).getInt(end)) {
      throw corrupt("the checksum of a Snappy block is wrong", null);
    }
    return out;
  }

  private static AvroDamageException tooLarge(int maxBytes) {
    return new AvroDamageException(
        RejectReason.TOO_LARGE, "a block holds more than " + maxBytes + " bytes");
  }

  private static AvroDamageException corrupt(String what, @Nullable Exception cause) {
    AvroDamageException damage = new AvroDamageException(RejectReason.CORRUPT, what);
    if (cause != null) {
      damage.initCause(cause);
    }
    return damage;
  }
}
