package dev.firn.ledger;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One state of the ledger: the segments that together hold what became of every source file.
 *
 * <p>Of two entries of one file version, the one in the later segment counts.
 *
 * @param location where the root itself is
 * @param tableUuid the table it belongs to
 * @param sequence 1 for a table's first root, else more than the previous one's
 * @param previous the root that this one was made from
 * @param commitId {@code firn.commit} of the snapshot that this root was written for
 * @param createdAt when it was written, by the writer's clock, to the µs
 * @param segments oldest entries first
 * @param totals sums over the segments' entries
 * @param state a JSON object that belongs to later stages (days); carried from root to root as it
 *     is
 */
public record LedgerRoot(
    String location,
    UUID tableUuid,
    long sequence,
    Optional<String> previous,
    UUID commitId,
    Instant createdAt,
    List<Segment> segments,
    LedgerTotals totals,
    String state)
    implements Serializable {
  /** The format that this version of Firn writes, and the highest that it reads. */
  public static final int FORMAT_VERSION = 1;

  /** A state without anything in it. */
  public static final String NO_STATE = "{}";

  /** Copies the list. */
  public LedgerRoot {
    segments = List.copyOf(segments);
  }
}
