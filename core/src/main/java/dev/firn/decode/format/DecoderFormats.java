package dev.firn.decode.format;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The formats that are on the class path. */
public final class DecoderFormats {
  private DecoderFormats() {}

  /**
   * The format with a name.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} if there is none
   */
  public static DecoderFormat find(String name) {
    List<String> names = new ArrayList<>();
    for (DecoderFormat format :
        ServiceLoader.load(DecoderFormat.class, DecoderFormats.class.getClassLoader())) {
      if (format.name().equals(name)) {
        return format;
      }
      names.add(format.name());
    }
    throw new FirnException(
        ErrorCode.CONFIG,
        "format '"
            + name
            + "' is not on the class path, which has "
            + String.join(", ", names)
            + "; add the module that reads it, or choose one of these");
  }
}
