package dev.firn.bench.ingest;

import java.io.IOException;
import java.nio.file.Path;

/** A program that puts source files into a table. */
interface Contender extends AutoCloseable {
  /** Its name in tables of results. */
  String name();

  /** Whether it takes part with an input. */
  default boolean takes(Input input) {
    return true;
  }

  /**
   * Does the work once.
   *
   * @param work an empty folder for all that it writes
   */
  Outcome run(Input input, Path work) throws IOException, InterruptedException;

  @Override
  default void close() {}
}
