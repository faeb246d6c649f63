package dev.firn.decode.avro;

import dev.firn.decode.RejectReason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The header and the blocks of a file, one after the other.
 *
 * <p>Every block ends with the file's sync marker; a file that ends between two blocks has ended.
 * Sizes are bounded before anything is allocated for them. One thread.
 */
final class AvroContainer {
  /** A block is decoded as a whole; writers make them of 64 KiB, some of a few MiB. */
  static final int MAX_BLOCK_BYTES = 128 << 20;

  private static final int MAX_METADATA_BYTES = 16 << 20;
  private static final int MAX_METADATA_ENTRIES = 10_000;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int SYNC_BYTES = 16;
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final String IN_HEADER = "the header";

  private final InputStream in;
  private long position;
  private Optional<Schema> schema = Optional.empty();
  private BlockCodec codec = BlockCodec.NULL;
  private byte[] sync = new byte[0];
  private byte[] block = new byte[0];
  private long blockPosition;
  private long recordCount;

  AvroContainer(InputStream in) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
  }

  /** The schema of the file's records; reads the header if that was not done yet. */
  Schema schema() throws IOException {
    if (schema.isEmpty()) {
      schema = Optional.of(readHeader());
    }
    return schema.get();
  }

  /**
   * Goes to the next block.
   *
   * @return false if the file ends here
   */
  boolean nextBlock() throws IOException {
    schema();
    blockPosition = position;
    int first = in.read();
    if (first < 0) {
      return false;
    }
    position++;
    recordCount = number(first, "a block");
    long size = number("a block");
    if (recordCount < 0 || size < 0) {
      throw corrupt("a block has a negative length");
    }
    if (size > MAX_BLOCK_BYTES) {
      throw new AvroDamageException(
          RejectReason.TOO_LARGE,
          "a block has " + size + " bytes, at most " + MAX_BLOCK_BYTES + " are read");
    }
    byte[] stored = bytes((int) size, "a block");
    if (!Arrays.equals(sync, bytes(SYNC_BYTES, "a sync marker"))) {
      throw corrupt("the sync marker behind a block is wrong");
    }
    block = codec.decompress(stored, MAX_BLOCK_BYTES);
    if (recordCount > block.length) {
      throw corrupt(recordCount + " records can't be in " + block.length + " bytes");
    }
    return true;
  }

  /** The records of the block, in Avro's binary encoding. */
  byte[] block() {
    return block;
  }

  /** How many records the block has. */
  long recordCount() {
    return recordCount;
  }

  /** Where the block begins in the file. */
  long blockPosition() {
    return blockPosition;
  }

  /** Bytes read so far. */
  long position() {
    return position;
  }

  private Schema readHeader() throws IOException {
    byte[] magic = in.readNBytes(MAGIC.length);
    position += magic.length;
    if (!Arrays.equals(magic, MAGIC)) {
      boolean begun = Arrays.equals(magic, Arrays.copyOf(MAGIC, magic.length));
      throw begun
          ? truncated(IN_HEADER)
          : new AvroDamageException(
              RejectReason.CORRUPT, "it is no Avro container: it does not begin with 'Obj'");
    }
    Map<String, byte[]> metadata = readMetadata();
    sync = bytes(SYNC_BYTES, IN_HEADER);
    codec = BlockCodec.parse(text(metadata, "avro.codec", "null"));
    String json = text(metadata, "avro.schema", "");
    try {
      // Names that are not Avro's are written by some; by name is by name.
      return new Schema.Parser(org.apache.avro.NameValidator.NO_VALIDATION)
          .setValidateDefaults(false)
          .parse(json);
    } catch (RuntimeException e) {
      // The parser meets damaged text with exceptions of many kinds.
      throw corrupt("its schema can't be read: " + e.getMessage());
    }
  }

  private Map<String, byte[]> readMetadata() throws IOException {
    Map<String, byte[]> metadata = new HashMap<>();
    int left = MAX_METADATA_BYTES;
    long count = number(IN_HEADER);
    while (count != 0) {
      if (count < 0) {
        number(IN_HEADER); // how many bytes these entries take
        count = -count;
      }
      if (count < 0 || count + metadata.size() > MAX_METADATA_ENTRIES) {
        throw corrupt("its header has no end");
      }
      for (long i = 0; i < count; i++) {
        byte[] key = metadataBytes(left);
        left -= key.length;
        byte[] value = metadataBytes(left);
        left -= value.length;
        metadata.put(new String(key, StandardCharsets.UTF_8), value);
      }
      count = number(IN_HEADER);
    }
    return metadata;
  }

  private byte[] metadataBytes(int limit) throws IOException {
    long length = number(IN_HEADER);
    if (length < 0 || length > limit) {
      throw corrupt("its header has no end");
    }
    return bytes((int) length, IN_HEADER);
  }

  private static String text(Map<String, byte[]> metadata, String key, String byDefault) {
    byte[] value = metadata.get(key);
    return value == null ? byDefault : new String(value, StandardCharsets.UTF_8);
  }

  private byte[] bytes(int count, String where) throws IOException {
    byte[] bytes = in.readNBytes(count);
    position += bytes.length;
    if (bytes.length < count) {
      throw truncated(where);
    }
    return bytes;
  }

  private long number(String where) throws IOException {
    int first = in.read();
    position++;
    return number(first, where);
  }

  /** A number of variable length, zigzag. */
  private long number(int first, String where) throws IOException {
    long value = 0;
    int next = first;
    for (int shift = 0; shift < 70; shift += 7) {
      if (next < 0) {
        throw truncated(where);
      }
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value >>> 1 ^ -(value & 1);
      }
      next = in.read();
      position++;
    }
    throw corrupt("a number in " + where + " has no end");
  }

  private AvroDamageException truncated(String where) {
    return new AvroDamageException(
        RejectReason.TRUNCATED, "it ends inside of " + where + " at byte " + position);
  }

  private AvroDamageException corrupt(String what) {
    return new AvroDamageException(RejectReason.CORRUPT, what + " before byte " + position);
  }
}
