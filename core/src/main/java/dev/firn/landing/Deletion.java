package dev.firn.landing;

import java.util.Collection;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes back files that no commit has named, and none ever will. */
public final class Deletion {
  private static final Logger LOG = LoggerFactory.getLogger(Deletion.class);

  private Deletion() {}

  /**
   * Deletes each file as well as it goes. A failure is logged, not thrown: what stays is an orphan,
   * which costs space and no more, and the next clean-up of orphans removes it.
   */
  public static void tryAll(FileIO io, Collection<String> locations) {
    for (String location : locations) {
      try {
        io.deleteFile(location);
      } catch (NotFoundException e) {
        // It never came to be.
      } catch (RuntimeException e) {
        LOG.warn(
            "can't delete {}, which no commit uses: {}; it stays until the next orphan clean-up",
            location,
            e.toString());
      }
    }
  }
}
