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
  private int failures;

  FileTask(Notice first, PathParts parts) {
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

  PathParts parts() {
    return parts;
  }

  /** All notices of this version; guarded by {@link InFlight}. */
  List<Notice> notices() {
    return notices;
  }

  /** Counts a failed reading and says how many there were. */
  int countFailure() {
    return ++failures;
  }
}
