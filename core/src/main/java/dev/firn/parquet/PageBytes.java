package dev.firn.parquet;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Finished pages, an array of just the right length for each: with hundreds of open files of dozens
 * of columns any slack would take up more memory than the pages.
 */
final class PageBytes {
  private final List<byte[]> pages = new ArrayList<>(0);
  private long size;

  long size() {
    return size;
  }

  void append(ByteSink header, ByteSink body) {
    byte[] page = new byte[header.size() + body.size()];
    System.arraycopy(header.array(), 0, page, 0, header.size());
    System.arraycopy(body.array(), 0, page, header.size(), body.size());
    pages.add(page);
    size += page.length;
  }

  void writeTo(OutputStream out) throws IOException {
    for (byte[] page : pages) {
      out.write(page, 0, page.length);
    }
  }

  void clear() {
    pages.clear();
    size = 0;
  }
}
