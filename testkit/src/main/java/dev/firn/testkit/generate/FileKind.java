package dev.firn.testkit.generate;

/** What is special about a generated file: the story of its path, from first upload to last. */
public enum FileKind {
  /** Gzip, complete, on time. */
  NORMAL(".json.gz"),
  /** Like NORMAL, but uploaded minutes to hours after its time. */
  LATE(".json.gz"),
  /**
   * Uploaded twice with the same bytes and modification time: the same version is noticed twice.
   */
  NOTICE_TWICE(".json.gz"),
  /** Uploaded again later with the same bytes and a new modification time: another version. */
  COPY(".json.gz"),
  /** Uploaded again later with other rows: another version of a file that was good. */
  OVERWRITE(".json.gz"),
  /** The checksum in the gzip trailer is wrong; never repaired. */
  BAD_CHECKSUM(".json.gz"),
  /** The gzip stream ends too early; never repaired. */
  TRUNCATED(".json.gz"),
  /** First with a wrong checksum, later uploaded again whole. */
  REPAIRED(".json.gz"),
  /** A file of 0 bytes. */
  ZERO_BYTES(".json.gz"),
  /** A gzip stream of 0 bytes. */
  NO_ROWS(".json.gz"),
  /** Holds rows that are malformed, of a wrong type, or of the year 2099. */
  BAD_ROWS(".json.gz"),
  /** Gzip of several members, cut in the middle of rows. */
  MANY_MEMBERS(".json.gz"),
  /** Zstandard. */
  ZSTD(".json.zst"),
  /** Not compressed. */
  PLAIN(".json"),
  /** Not compressed, lines end in CR LF, the last one not at all. */
  CRLF(".json"),
  /** A hidden name: no source file. */
  HIDDEN(".json.gz"),
  /** A temporary name: no source file, its writer died. */
  TEMPORARY(".json.gz.tmp");

  private final String suffix;

  FileKind(String suffix) {
    this.suffix = suffix;
  }

  /** How the names of such files end. */
  String suffix() {
    return suffix;
  }

  /** Whether the name alone says that it is no source file. */
  public boolean isNoise() {
    return this == HIDDEN || this == TEMPORARY;
  }

  /** Whether a second upload to the same path follows. */
  public boolean isUploadedAgain() {
    return this == NOTICE_TWICE || this == COPY || this == OVERWRITE || this == REPAIRED;
  }

  /** Whether the second upload holds rows of its own. */
  boolean hasFreshRowsAgain() {
    return this == OVERWRITE || this == REPAIRED;
  }
}
