package dev.firn.io;

import java.io.IOException;
import org.apache.iceberg.io.PositionOutputStream;

/**
 * An output whose file appears under its name on {@link #close()} only, and can be given up before.
 *
 * <p>Owned and used by one thread. A writer that fails for a reason of its own calls {@link
 * #abort()} in place of {@code close()}; after a failed {@code write} a {@code close()} aborts by
 * itself and says so with an exception.
 */
public abstract class AbortableOutputStream extends PositionOutputStream implements Abortable {
  /**
   * Gives the output up: nothing appears under its name, nothing stays behind. Does nothing after
   * {@code close()} or an earlier {@code abort()}. Never throws for storage that fails: what can't
   * be removed is left under a hidden temporary name.
   */
  @Override
  public abstract void abort();

  /**
   * Gives up any output: aborts one that can be aborted, closes another.
   *
   * @param output what some {@code FileIO} handed out; the file of one that is not abortable may
   *     exist afterwards, cut short, so the caller deletes it
   */
  public static void abandon(PositionOutputStream output) {
    if (output instanceof AbortableOutputStream abortable) {
      abortable.abort();
      return;
    }
    try {
      output.close();
    } catch (IOException | RuntimeException ignored) {
      // The output is worthless already, and the failure that led here is the one to report.
    }
  }
}
