package dev.firn.audit;

import java.util.Optional;

/**
 * What was found of one data file.
 *
 * @param location where it is
 * @param specId the spec it is recorded under
 * @param partition its recorded partition as Iceberg writes it in paths: {@code ts_day=2021-03-05}
 * @param outcome what came of it
 * @param rows rows that were read; none if nothing in it needs a look
 * @param wrongRows those that belong to another partition
 * @param detail one line for a person; always there unless all is right
 */
public record FileVerdict(
    String location,
    int specId,
    String partition,
    Outcome outcome,
    long rows,
    long wrongRows,
    Optional<String> detail) {
  /** What can come of a file. */
  public enum Outcome {
    /** Each row has the recorded partition. */
    RIGHT,
    /** A row has another one, or there are more or fewer rows than recorded. */
    WRONG,
    /** It can't be told. */
    UNCHECKED
  }
}
