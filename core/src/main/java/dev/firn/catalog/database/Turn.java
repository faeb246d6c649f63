package dev.firn.catalog.database;

/** A lock between processes, held until it is closed. */
public interface Turn extends AutoCloseable {
  /** Lets the next one have it. */
  @Override
  void close();
}
