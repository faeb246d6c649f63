package dev.firn.publish;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.AbortableOutputStream;
import dev.firn.io.Locations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * A folder with a folder per day in it: {@code 2021-05-29/_SUCCESS}, {@code
 * 2021-05-29/_INCOMPLETE}. Stateless; any thread.
 *
 * @param io replaces files in one step
 * @param location without a slash at its end
 */
public record PublishFolder(FileIO io, String location) {
  /** Longer markers are none of ours. */
  private static final int LONGEST_BYTES = 16 << 20;

  /** Where a day's file is. */
  public String file(String day, String name) {
    return Locations.resolve(location, day + "/" + name);
  }

  /**
   * Writes a file whole, in place of what was there.
   *
   * @throws FirnException {@link ErrorCode#STORAGE} if storage fails; nothing was replaced then
   */
  public void write(String day, String name, String text) {
    String file = file(day, name);
    try {
      PositionOutputStream out = io.newOutputFile(file).createOrOverwrite();
      boolean whole = false;
      try {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        whole = true;
      } finally {
        if (!whole) {
          AbortableOutputStream.abandon(out);
        }
      }
      out.close();
    } catch (IOException | UncheckedIOException e) {
      throw failed("write", file, e);
    }
  }

  /**
   * Reads a file; empty if it is not there.
   *
   * @throws FirnException {@link ErrorCode#STORAGE} if storage fails
   */
  public Optional<String> read(String day, String name) {
    String file = file(day, name);
    try (SeekableInputStream in = io.newInputFile(file).newStream()) {
      return Optional.of(new String(in.readNBytes(LONGEST_BYTES), StandardCharsets.UTF_8));
    } catch (NotFoundException e) {
      return Optional.empty();
    } catch (IOException | UncheckedIOException e) {
      throw failed("read", file, e);
    }
  }

  /** Removes a file; one that is not there is no error. */
  public void delete(String day, String name) {
    String file = file(day, name);
    try {
      io.deleteFile(file);
    } catch (NotFoundException e) {
      return;
    } catch (UncheckedIOException e) {
      throw failed("remove", file, e);
    }
  }

  private static FirnException failed(String what, String file, Exception cause) {
    return new FirnException(
        ErrorCode.STORAGE,
        "can't " + what + " " + file + ": " + cause.getMessage() + "; it is tried again",
        cause);
  }
}
