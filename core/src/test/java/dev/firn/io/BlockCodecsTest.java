package dev.firn.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/** Snappy and LZ4 blocks: made by other programs, read by ours. */
class BlockCodecsTest {
  private static final long SEED = Long.getLong("firn.seed", 20210529L);

  /** Bytes with short and long repetitions, near and far. */
  private static byte[] sample(Random random) {
    byte[] bytes = new byte[random.nextInt(random.nextBoolean() ? 200 : 200_000)];
    int at = 0;
    while (at < bytes.length) {
      int run = Math.min(bytes.length - at, 1 + random.nextInt(300));
      if (at > 0 && random.nextBoolean()) {
        int from = random.nextInt(at);
        for (int i = 0; i < run; i++) {
          bytes[at + i] = bytes[from + i];
        }
      } else {
        for (int i = 0; i < run; i++) {
          bytes[at + i] = (byte) random.nextInt(4);
        }
      }
      at += run;
    }
    return bytes;
  }

  @Test
  void snappyBlocksOfTheOriginalLibraryAreReadAndDamagedOnesAreTold() throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = sample(random);
      byte[] packed = Snappy.compress(bytes);
      assertThat(SnappyBlock.decompress(packed, 0, packed.length, bytes.length))
          .as("seed %s, %s", SEED, i)
          .isEqualTo(bytes);
      packed[random.nextInt(packed.length)] = (byte) random.nextInt(256);
      int end = random.nextBoolean() ? packed.length : random.nextInt(packed.length + 1);
      try {
        assertThat(SnappyBlock.decompress(packed, 0, end, 1 << 20)).isNotNull();
      } catch (CorruptBlockException e) {
        assertThat(e.getMessage()).contains("Snappy block is damaged");
      }
    }
  }

  @Test
  void lz4BlocksOfAnotherLibraryAreReadAndDamagedOnesAreTold() throws IOException {
    Random random = new Random(SEED);
    io.airlift.compress.lz4.Lz4Compressor compressor = new io.airlift.compress.lz4.Lz4Compressor();
    for (int i = 0; i < 300; i++) {
      byte[] bytes = sample(random);
      byte[] out = new byte[compressor.maxCompressedLength(bytes.length)];
      int length = compressor.compress(bytes, 0, bytes.length, out, 0, out.length);
      assertThat(Lz4Block.decompress(out, 0, length, bytes.length))
          .as("seed %s, %s", SEED, i)
          .isEqualTo(bytes);
      byte[] damaged =
          Arrays.copyOf(out, random.nextBoolean() ? length : random.nextInt(length + 1));
      if (damaged.length > 0) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(Lz4Block.decompress(damaged, 0, damaged.length, bytes.length)).isNotNull();
      } catch (CorruptBlockException e) {
        assertThat(e.getMessage()).contains("LZ4 block is damaged");
      }
    }
  }
}
