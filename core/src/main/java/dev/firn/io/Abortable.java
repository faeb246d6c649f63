package dev.firn.io;

import java.io.IOException;

/**
 * An output stream that can be given up, so that what was written to it never appears.
 *
 * <p>Implemented by streams whose file appears under its final name on {@code close}.
 */
public interface Abortable {
  /**
   * Gives up: nothing appears under the final name, and {@code close} does nothing afterwards. Does
   * nothing on a closed stream.
   */
  void abort() throws IOException;
}
