package dev.firn.bench.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Ways to find every line end; each adds up where they are, so that none is optimised away. */
enum LineScanner {
  /** Byte by byte. */
  BYTES {
    @Override
    long scan(byte[] bytes, int length) {
      long sum = 0;
      for (int i = 0; i < length; i++) {
        if (bytes[i] == '\n') {
          sum += i;
        }
      }
      return sum;
    }
  },

  /** Eight bytes in a long. */
  LONGS {
    @Override
    long scan(byte[] bytes, int length) {
      long sum = 0;
      int i = 0;
      for (; i + Long.BYTES <= length; i += Long.BYTES) {
        long hits = lineEnds((long) LONG.get(bytes, i));
        while (hits != 0) {
          sum += i + (Long.numberOfTrailingZeros(hits) >>> 3);
          hits &= hits - 1;
        }
      }
      return sum + rest(bytes, i, length);
    }
  },

  /** Four longs, looked at one by one only if any of them has a line end. */
  FOUR_LONGS {
    @Override
    long scan(byte[] bytes, int length) {
      long sum = 0;
      int i = 0;
      for (; i + 4 * Long.BYTES <= length; i += 4 * Long.BYTES) {
        long a = lineEnds((long) LONG.get(bytes, i));
        long b = lineEnds((long) LONG.get(bytes, i + 8));
        long c = lineEnds((long) LONG.get(bytes, i + 16));
        long d = lineEnds((long) LONG.get(bytes, i + 24));
        if ((a | b | c | d) != 0) {
          sum += rest(bytes, i, i + 4 * Long.BYTES);
        }
      }
      return sum + rest(bytes, i, length);
    }
  };

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The sum of the places of all line ends. */
  abstract long scan(byte[] bytes, int length);

  /** The highest bit of every byte that is a line end, and of no other. */
  private static long lineEnds(long word) {
    long zeros = word ^ 0x0A0A0A0A0A0A0A0AL;
    long low = (zeros & 0x7F7F7F7F7F7F7F7FL) + 0x7F7F7F7F7F7F7F7FL;
    return ~(low | zeros | 0x7F7F7F7F7F7F7F7FL);
  }

  private static long rest(byte[] bytes, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        sum += i;
      }
    }
    return sum;
  }
}
