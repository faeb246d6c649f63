package dev.firn.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.iceberg.types.Types;

/** Plain-encoded decimals of any physical type. */
final class PlainDecimals {
  private PlainDecimals() {}

  static BigDecimal decode(Leaf leaf, byte[] plain) {
    int scale = ((Types.DecimalType) leaf.type()).scale();
    return new BigDecimal(unscaled(leaf.physical(), plain), scale);
  }

  private static BigInteger unscaled(Physical physical, byte[] plain) {
    ByteBuffer little = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
    switch (physical) {
      case INT:
        return BigInteger.valueOf(little.getInt(0));
      case LONG:
        return BigInteger.valueOf(little.getLong(0));
      default:
        return new BigInteger(plain);
    }
  }
}
