package dev.firn.pipeline;

import dev.firn.source.FileIdentity;
import dev.firn.source.Notice;
import dev.firn.source.PathParts;
import java.util.ArrayList;
import java.util.List;

/** A source file on its way through the pipeline, with every notice that asked for it. */
final class FileTask {
  private final Notice first;
  private final PathParts parts;
  private final List<Notice> notices = new ArrayList<>();
  private final List<Notice> later = new ArrayList<>();
  private final boolean refused;

  /**
   * @param refused whether the file is to be recorded as refused without being read
   */
  FileTask(Notice first, PathParts parts, boolean refused) {
    this.refused = refused;
    this.first = first;
    this.parts = parts;
    this.notices.add(first);
  }

  FileIdentity file() {
    return first.file();
  }

  Notice first() {
    return first;
  }

  boolean isRefused() {
    return refused;
  }

  PathParts parts() {
    return parts;
  }

  /** All notices of this version; guarded by {@link InFlight}. */
  List<Notice> notices() {
    return notices;
  }

  /** Notices of other versions, which come again after this one; guarded by {@link InFlight}. */
  List<Notice> later() {
    return later;
  }
}
