package dev.firn.migrate.relocation;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.io.FileIO;

/** What the parts of one relocation share. */
record Context(
    FileIO io, LocationMapping mapping, NewFiles files, AvroCopy avro, Supplier<UUID> ids) {
  /**
   * Where a file is now.
   *
   * @param where what names it, for the message
   * @throws FirnException if it is named by a relative path that the mapping does not cover
   */
  String map(String location, String where) {
    String moved = mapping.map(location);
    if (!LocationMapping.isAbsolute(moved)) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't relocate: '"
              + location
              + "' in "
              + where
              + " is relative and not below '"
              + mapping.from()
              + "'; name a folder that covers it, or '' for all relative paths");
    }
    return moved;
  }
}
