package dev.firn.testkit.crash;

import java.util.List;

/**
 * What came of a crash run.
 *
 * @param seed plays it again
 * @param problems what is wrong with the table or its books, or with how a process ended; none if
 *     all is right
 * @param events what happened, in order
 * @param tally how much of it there was
 */
public record CrashReport(long seed, List<String> problems, List<String> events, Tally tally) {
  /**
   * How much happened.
   *
   * @param files uploads
   * @param processes processes that were started
   * @param kills processes that were killed while they ran
   * @param states states of the table that were checked
   * @param operatorActs what was done to the table from outside, decisions on the ledger included
   */
  public record Tally(int files, int processes, int kills, int states, int operatorActs) {
    /** The sum of two. */
    public Tally plus(Tally other) {
      return new Tally(
          files + other.files,
          processes + other.processes,
          kills + other.kills,
          states + other.states,
          operatorActs + other.operatorActs);
    }
  }

  /** Copies the lists. */
  public CrashReport {
    problems = List.copyOf(problems);
    events = List.copyOf(events);
  }

  /** Whether nothing is wrong. */
  public boolean isRight() {
    return problems.isEmpty();
  }

  /** Whether rows were lost or doubled, or came back. */
  public boolean foundWrongRows() {
    return problems.stream()
        .anyMatch(
            problem ->
                problem.startsWith("lost:")
                    || problem.startsWith("doubled:")
                    || problem.startsWith("came back"));
  }

  /** All of it for a person. */
  public String text() {
    return "seed "
        + seed
        + ": "
        + problems.size()
        + " problems\n  "
        + String.join("\n  ", problems)
        + "\nevents\n  "
        + String.join("\n  ", events);
  }
}
