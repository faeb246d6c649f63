package dev.firn.testkit.crash;

import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.TableSetup;
import dev.firn.testkit.crash.TableState.Doubt;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The table as it is seen from outside, as soon as an ingester has made it: takes in what happens
 * to it, state by state. One thread.
 */
final class TableWatch implements AutoCloseable {
  private final Site site;
  private final SplittableRandom random;
  private final EventLog log;
  private final Expectations expectations;
  private final List<String> problems;
  private @Nullable View view;
  private boolean ingestersRan;
  private Doubt doubt = Doubt.NEVER;

  /** What there is once the table exists. */
  private record View(OpenedTable opened, TableHistory history, TableActs acts, RowFiles rows) {}

  /**
   * @param random split when the table is found
   * @param problems where violations are told
   */
  TableWatch(
      Site site,
      SplittableRandom random,
      EventLog log,
      Expectations expectations,
      List<String> problems) {
    this.site = site;
    this.random = random;
    this.log = log;
    this.expectations = expectations;
    this.problems = problems;
  }

  /** Whether ingesters have been at work, or still are, when the table is next looked at. */
  void ingestersRun(boolean now) {
    ingestersRan = now;
  }

  /**
   * Takes all new states of the table in.
   *
   * @param decided what the last of them means, if an operator brought it about
   */
  void look(Optional<Runnable> decided) {
    if (!isOpen()) {
      return;
    }
    View now = view();
    for (TableState state : now.history.news(now.acts.operations())) {
      if (ingestersRan) {
        expectations.mayHaveBeenSeen();
      }
      expectations.moved(state, now.rows);
      if (ingestersRan) {
        expectations.mayHaveBeenSeen();
        expectations.remember(state);
      }
      doubt = state.doubt().compareTo(doubt) > 0 ? state.doubt() : doubt;
      log.add("  state " + now.history.describe(state));
    }
    if (ingestersRan) {
      expectations.mayHaveBeenSeen();
    }
    if (decided.isPresent()) {
      decided.get().run();
      now.history.last().ifPresent(expectations::remember);
    }
  }

  /** Whether there is a table. */
  boolean isOpen() {
    if (view == null) {
      PipelineConfig config = PipelineConfig.load(site.pipeline());
      Environment environment = Environment.system();
      if (!TableSetup.exists(config, environment)) {
        return false;
      }
      OpenedTable opened = OpenedTable.open(config, environment);
      RowFiles rows = new RowFiles(opened.io(), opened.refresh().schema());
      TableHistory history = new TableHistory(opened.io(), rows, problems);
      TableActs acts = new TableActs(opened, history, random.split(), log);
      view = new View(opened, history, acts, rows);
    }
    return true;
  }

  /** The strongest doubt that any state gave since it was forgotten. */
  Doubt doubt() {
    return doubt;
  }

  /** From now on only the state that the table is in counts, and those to come. */
  void forgetDoubt() {
    doubt =
        view == null ? Doubt.NEVER : view.history.last().map(TableState::doubt).orElse(Doubt.NEVER);
  }

  /** How many states were looked at. */
  int states() {
    return view == null ? 0 : view.history.states();
  }

  /** The newest state. */
  TableState last() {
    return view().history.last().orElseThrow();
  }

  OpenedTable opened() {
    return view().opened;
  }

  TableActs acts() {
    return view().acts;
  }

  RowFiles rows() {
    return view().rows;
  }

  private View view() {
    View now = view;
    if (now == null) {
      throw new IllegalStateException("there is no table yet");
    }
    return now;
  }

  @Override
  public void close() {
    if (view != null) {
      view.opened.close();
    }
  }
}
