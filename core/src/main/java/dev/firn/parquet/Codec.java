package dev.firn.parquet;

/** How pages are compressed. */
public enum Codec {
  /** Not at all. */
  NONE,
  /** Zstandard, which every current reader knows. */
  ZSTD
}
