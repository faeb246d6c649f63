package dev.firn.pipeline;

import dev.firn.catalog.PointerStore;
import dev.firn.source.NoticeSource;
import dev.firn.source.SourceStore;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.iceberg.io.FileIO;

/**
 * What a pipeline takes from the outside world, so that tests can put something else in its place.
 *
 * @param clock the time; tells how long to wait, never what is complete
 * @param ids commit ids and parts of file names
 * @param storage wraps the table's storage
 * @param pointers wraps the catalog's pointers
 * @param sources wraps the source's storage
 * @param notices wraps the notices
 */
public record Environment(
    Clock clock,
    Supplier<UUID> ids,
    UnaryOperator<FileIO> storage,
    UnaryOperator<PointerStore> pointers,
    UnaryOperator<SourceStore> sources,
    UnaryOperator<NoticeSource> notices) {
  /** The real world. */
  public static Environment system() {
    return new Environment(
        Clock.systemUTC(),
        UUID::randomUUID,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        UnaryOperator.identity());
  }

  /** The same with other storage. */
  public Environment withStorage(UnaryOperator<FileIO> other) {
    return new Environment(clock, ids, other, pointers, sources, notices);
  }

  /** The same with other pointers. */
  public Environment withPointers(UnaryOperator<PointerStore> other) {
    return new Environment(clock, ids, storage, other, sources, notices);
  }

  /** The same with other source storage. */
  public Environment withSources(UnaryOperator<SourceStore> other) {
    return new Environment(clock, ids, storage, pointers, other, notices);
  }

  /** The same with other notices. */
  public Environment withNotices(UnaryOperator<NoticeSource> other) {
    return new Environment(clock, ids, storage, pointers, sources, other);
  }
}
