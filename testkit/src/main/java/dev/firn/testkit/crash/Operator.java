package dev.firn.testkit.crash;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.iceberg.Snapshot;

/**
 * Decides what an ingester refuses to guess: looks which rows are in the table and then adopts the
 * root that lists them, makes another snapshot current, or resets the ledger; only while no process
 * runs. Also asks for files again, at any time. One thread.
 */
final class Operator {
  /** Runs a command to its end and returns its exit code. */
  interface Commands {
    int run(List<String> arguments) throws IOException, InterruptedException;
  }

  private final Commands commands;
  private final Expectations expectations;
  private final Arrivals arrivals;
  private final SplittableRandom random;
  private final EventLog log;

  Operator(
      Commands commands,
      Expectations expectations,
      Arrivals arrivals,
      SplittableRandom random,
      EventLog log) {
    this.commands = commands;
    this.expectations = expectations;
    this.arrivals = arrivals;
    this.random = random;
    this.log = log;
  }

  /** Whether there is a way out: doubled rows are undone by a move, if there is where to go. */
  boolean canDecide(TableState state) {
    return !expectations.isDistorted() || !ledgerSnapshots(state).isEmpty();
  }

  /** The snapshots that were committed with a ledger, but for the current one. */
  private static List<Snapshot> ledgerSnapshots(TableState state) {
    return state.metadata().snapshots().stream()
        .filter(snapshot -> TableState.rootOf(snapshot).isPresent())
        .filter(snapshot -> !snapshot.equals(state.metadata().currentSnapshot()))
        .toList();
  }

  /**
   * Makes an end of an unknown ledger.
   *
   * @return what the command line was used for, so that the new state can be understood; empty if
   *     the table was moved instead
   */
  Optional<Runnable> decide(TableState state, TableActs acts)
      throws IOException, InterruptedException {
    List<String> matching = new ArrayList<>();
    expectations.roots().stream()
        .sorted()
        .filter(expectations::describesTable)
        .forEach(matching::add);
    List<Snapshot> ledgers = ledgerSnapshots(state);
    int die = random.nextInt(10);
    if (!matching.isEmpty() && die < 5) {
      String root = matching.get(random.nextInt(matching.size()));
      run(List.of("ledger", "adopt", root));
      return Optional.of(() -> expectations.adopted(root));
    }
    if (!ledgers.isEmpty() && (die < 8 || expectations.isDistorted())) {
      acts.moveTo(ledgers.get(random.nextInt(ledgers.size())).snapshotId());
      return Optional.empty();
    }
    for (SourceVersion version : expectations.versions()) {
      if (version.hasRows() && version.isPresent()) {
        arrivals.takeAway(version);
      }
    }
    run(List.of("ledger", "reset", "--yes"));
    return Optional.of(expectations::reset);
  }

  /** Asks for some files again that are known to be out of the table; empty if there are none. */
  Optional<Runnable> replay() throws IOException, InterruptedException {
    List<SourceVersion> candidates =
        expectations.versions().stream()
            .filter(v -> v.isOnDisk() && (v.must(Fate.WITHDRAWN) || v.must(Fate.REJECTED)))
            .toList();
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    List<SourceVersion> chosen = new ArrayList<>();
    List<String> arguments = new ArrayList<>(List.of("replay"));
    for (SourceVersion candidate : candidates) {
      if (chosen.isEmpty() || random.nextInt(3) == 0) {
        chosen.add(candidate);
        arguments.add(candidate.identity().orElseThrow().location());
      }
    }
    run(arguments);
    return Optional.of(
        () -> chosen.forEach(version -> expectations.replayed(version.file().path())));
  }

  private void run(List<String> arguments) throws IOException, InterruptedException {
    log.add("operator: firn " + String.join(" ", arguments));
    int exitCode = commands.run(arguments);
    if (exitCode != 0) {
      throw new IllegalStateException(
          "firn " + String.join(" ", arguments) + " ended with " + exitCode);
    }
  }
}
