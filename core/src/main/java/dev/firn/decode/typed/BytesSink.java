package dev.firn.decode.typed;

import dev.firn.batch.BytesColumn;
import dev.firn.decode.BinaryText;
import dev.firn.decode.RejectReason;
import dev.firn.decode.Utf8Text;

/** Strings, binary, fixed and UUIDs. */
final class BytesSink extends ValueSink {
  /** What is checked of a value. */
  enum Check {
    NONE,
    UTF_8,
    LENGTH,
    UUID_TEXT
  }

  private final BytesColumn column;
  private final Check check;
  private final int lengthBytes;
  private final BinaryText texts = new BinaryText();

  BytesSink(BytesColumn column, Place place, Check check, int lengthBytes) {
    super(column, place);
    this.column = column;
    this.check = check;
    this.lengthBytes = lengthBytes;
  }

  @Override
  public void putBytes(byte[] source, int from, int length) {
    switch (check) {
      case UTF_8:
        if (Utf8Text.firstInvalid(source, from, from + length) >= 0) {
          refuse(RejectReason.INVALID_UTF8, source, from, length);
          return;
        }
        break;
      case LENGTH:
        if (length != lengthBytes) {
          refuse(RejectReason.TYPE_MISMATCH, source, from, length);
          return;
        }
        break;
      case UUID_TEXT:
        if (!texts.uuid(source, from, from + length)) {
          refuse(RejectReason.TYPE_MISMATCH, source, from, length);
        } else {
          column.append(texts.bytes(), 0, BinaryText.UUID_BYTES);
        }
        return;
      case NONE:
        break;
    }
    column.append(source, from, length);
  }
}
