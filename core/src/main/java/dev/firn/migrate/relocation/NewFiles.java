package dev.firn.migrate.relocation;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.AbortableOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files that one relocation writes; taken back all together if it fails. */
final class NewFiles {
  private static final Logger LOG = LoggerFactory.getLogger(NewFiles.class);

  /** Fills a file. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Where a file is, and its length in bytes. */
  record Written(String location, long sizeBytes) {}

  private final FileIO io;
  private final List<String> locations = new ArrayList<>();

  NewFiles(FileIO io) {
    this.io = io;
  }

  /** An output of which is known that it is to be taken back. */
  OutputFile output(String location) {
    locations.add(location);
    return io.newOutputFile(location);
  }

  /** Writes a file whole, or throws and leaves none. */
  Written write(String location, Content content) {
    OutputFile file = output(location);
    try {
      PositionOutputStream out = file.create();
      long sizeBytes;
      try {
        content.writeTo(out);
        out.flush();
        sizeBytes = out.getPos();
      } catch (IOException | RuntimeException e) {
        AbortableOutputStream.abandon(out);
        throw e;
      }
      out.close();
      return new Written(file.location(), sizeBytes);
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "can't write " + location + ": " + e.getMessage(), e);
    }
  }

  /** Deletes what was written; what can't be deleted is named in the log. */
  void takeBack() {
    for (String location : locations) {
      try {
        io.deleteFile(location);
      } catch (RuntimeException e) {
        LOG.warn("The unused file {} was not deleted", location, e);
      }
    }
  }
}
