package dev.firn.parquet;

import java.util.Arrays;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/**
 * The decoded values of a page or dictionary, nulls left out: numbers as longs (floating ones as
 * bits), byte strings as places in an array.
 */
final class PageValues {
  private final Type type;
  private final int length;

  long[] numbers = new long[0];
  byte[] bytes = new byte[0];
  int[] starts = new int[0];
  int[] lengths = new int[0];
  int count;
  private int[] codes = new int[0];

  PageValues(SchemaElement element) {
    this.type = element.getType();
    this.length = type == Type.FIXED_LEN_BYTE_ARRAY ? element.getType_length() : 0;
  }

  boolean isBytes() {
    return type == Type.BYTE_ARRAY || type == Type.FIXED_LEN_BYTE_ARRAY;
  }

  /** Takes {@code expected} values from {@code page[from, end)}. */
  void decode(Encoding encoding, byte[] page, int from, int end, int expected) {
    count = expected;
    if (encoding == Encoding.DELTA_BINARY_PACKED && (type == Type.INT32 || type == Type.INT64)) {
      reserve();
      DeltaDecoder.decode(page, from, end, type == Type.INT32, numbers, count);
    } else if (encoding == Encoding.PLAIN) {
      plain(page, from, end);
    } else {
      throw new MalformedPageException(
          "the encoding " + encoding + " of " + type + " is not read here");
    }
  }

  /** Takes {@code expected} values by their codes. */
  void decodeCodes(PageValues dictionary, byte[] page, int from, int end, int expected) {
    count = expected;
    if (expected == 0) {
      return;
    }
    if (from >= end || page[from] < 0 || page[from] > 32) {
      throw new MalformedPageException("no bit width for dictionary codes");
    }
    reserve();
    if (codes.length < count) {
      codes = new int[count];
    }
    HybridDecoder.decode(page, from + 1, end, page[from], codes, count);
    int entries = dictionary.count;
    for (int i = 0; i < count; i++) {
      if (codes[i] < 0 || codes[i] >= entries) {
        throw new MalformedPageException("code " + codes[i] + " of " + entries + " entries");
      }
    }
    if (isBytes()) {
      bytes = dictionary.bytes;
      for (int i = 0; i < count; i++) {
        starts[i] = dictionary.starts[codes[i]];
        lengths[i] = dictionary.lengths[codes[i]];
      }
    } else {
      for (int i = 0; i < count; i++) {
        numbers[i] = dictionary.numbers[codes[i]];
      }
    }
  }

  /** Copies the bytes, so that the page's array may be filled anew. */
  void keep() {
    if (isBytes()) {
      bytes = bytes.clone();
    }
  }

  private void reserve() {
    if (isBytes()) {
      if (starts.length < count) {
        starts = new int[count];
        lengths = new int[count];
      }
    } else if (numbers.length < count) {
      numbers = new long[count];
    }
  }

  private void plain(byte[] page, int from, int end) {
    int size = end - from;
    switch (type) {
      case BOOLEAN:
        require((count + 7L) / 8 <= size);
        reserve();
        for (int i = 0; i < count; i++) {
          numbers[i] = (page[from + (i >>> 3)] & (1 << (i & 7))) == 0 ? 0 : 1;
        }
        break;
      case INT32:
      case FLOAT:
        require(count * 4L <= size);
        reserve();
        for (int i = 0; i < count; i++) {
          numbers[i] = ByteSink.getInt(page, from + 4 * i);
        }
        break;
      case INT64:
      case DOUBLE:
        require(count * 8L <= size);
        reserve();
        for (int i = 0; i < count; i++) {
          numbers[i] = ByteSink.getLong(page, from + 8 * i);
        }
        break;
      case BYTE_ARRAY:
        require(count * 4L <= size);
        plainBytes(page, from, end);
        break;
      case FIXED_LEN_BYTE_ARRAY:
        require(length >= 0 && (long) count * length <= size);
        plainFixed(page, from);
        break;
      default:
        throw new MalformedPageException("the type " + type + " is not read here");
    }
  }

  private void plainBytes(byte[] page, int from, int end) {
    reserve();
    bytes = page;
    int at = from;
    for (int i = 0; i < count; i++) {
      require(end - at >= 4);
      int size = ByteSink.getInt(page, at);
      at += 4;
      require(size >= 0 && size <= end - at);
      starts[i] = at;
      lengths[i] = size;
      at += size;
    }
  }

  private void plainFixed(byte[] page, int from) {
    reserve();
    bytes = page;
    Arrays.fill(lengths, 0, count, length);
    for (int i = 0; i < count; i++) {
      starts[i] = from + i * length;
    }
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new MalformedPageException("values past the end of the page");
    }
  }
}
