package dev.firn.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

/** Encodings against parquet-java's decoders and our own. */
class EncodingTest {
  @Test
  void runsAndBitPackedValuesAreReadByParquetJavaAndByUs() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      int width = random.nextInt(25);
      int count = random.nextInt(200);
      int[] values = runs(random, width, count);
      ByteSink out = new ByteSink(1);
      HybridEncoder.encode(values, count, width, out);
      int[] ours = new int[count];
      HybridDecoder.decode(out.array(), 0, out.size(), width, ours, count);
      assertThat(ours).as("round %d", round).isEqualTo(values);
      RunLengthBitPackingHybridDecoder theirs =
          new RunLengthBitPackingHybridDecoder(
              width, new ByteArrayInputStream(out.array(), 0, out.size()));
      for (int value : values) {
        assertThat(theirs.readInt()).as("round %d", round).isEqualTo(value);
      }
    }
  }

  private static int[] runs(Random random, int width, int count) {
    int[] values = new int[count];
    int at = 0;
    while (at < count) {
      int end = Math.min(count, at + 1 + random.nextInt(random.nextBoolean() ? 3 : 60));
      Arrays.fill(values, at, end, width == 0 ? 0 : random.nextInt(1 << width));
      at = end;
    }
    return values;
  }

  @Test
  void aLongRunTakesAFewBytes() {
    ByteSink out = new ByteSink(1);
    HybridEncoder.encode(new int[100_000], 100_000, 1, out);
    assertThat(out.size()).isLessThan(6);
  }

  @Test
  void deltasAreReadByParquetJavaAndByUs() throws IOException {
    Random random = new Random(2);
    DeltaEncoder encoder = new DeltaEncoder();
    for (int round = 0; round < 2_000; round++) {
      boolean ints = random.nextBoolean();
      int count = random.nextInt(400);
      long[] values = numbers(random, count, ints);
      ByteSink out = new ByteSink(1);
      encoder.encode(values, count, ints, out);
      long[] ours = new long[count];
      DeltaDecoder.decode(out.array(), 0, out.size(), ints, ours, count);
      assertThat(ours).as("round %d", round).isEqualTo(values);
      if (count > 0) {
        DeltaBinaryPackingValuesReader theirs = new DeltaBinaryPackingValuesReader();
        theirs.initFromPage(
            count, ByteBufferInputStream.wrap(ByteBuffer.wrap(out.array(), 0, out.size())));
        for (long value : values) {
          assertThat(ints ? theirs.readInteger() : theirs.readLong())
              .as("round %d", round)
              .isEqualTo(value);
        }
      }
    }
  }

  private static long[] numbers(Random random, int count, boolean ints) {
    long[] values = new long[count];
    int bits = 1 + random.nextInt(ints ? 32 : 64);
    long value = random.nextLong();
    for (int i = 0; i < count; i++) {
      value = random.nextInt(3) == 0 ? value : value + (random.nextLong() >> (64 - bits));
      if (random.nextInt(50) == 0) {
        value = random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
      }
      values[i] = ints ? (int) value : value;
    }
    return values;
  }

  @Test
  void cutOffEncodingsAreAnErrorAndNoMore() {
    ByteSink out = new ByteSink(1);
    int[] values = runs(new Random(3), 9, 500);
    HybridEncoder.encode(values, 500, 9, out);
    for (int end = 0; end < out.size(); end++) {
      int cut = end;
      assertThatThrownBy(() -> HybridDecoder.decode(out.array(), 0, cut, 9, new int[500], 500))
          .isInstanceOf(MalformedPageException.class);
    }
    ByteSink delta = new ByteSink(1);
    new DeltaEncoder().encode(numbers(new Random(3), 300, false), 300, false, delta);
    for (int end = 0; end < delta.size(); end++) {
      int cut = end;
      assertThatThrownBy(
              () -> DeltaDecoder.decode(delta.array(), 0, cut, false, new long[300], 300))
          .isInstanceOf(MalformedPageException.class);
    }
  }
}
