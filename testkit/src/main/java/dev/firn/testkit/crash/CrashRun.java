package dev.firn.testkit.crash;

import dev.firn.error.ErrorCode;
import dev.firn.testkit.crash.CrashSettings.Delivery;
import dev.firn.testkit.crash.TableState.Doubt;
import dev.firn.testkit.generate.FaultMix;
import dev.firn.testkit.generate.FileContent;
import dev.firn.testkit.generate.GeneratedFile;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The scenario of one seed: files arrive in waves, ingesters are started, killed and started again,
 * alone and two at a time, other people work on the table meanwhile and in between, and after each
 * wave a run to the end has to bring the table to where the rules say.
 *
 * <p>A seed gives the same files, events and order of events each time; how far a process came when
 * it was killed depends on the machine. One thread, once; about 8 processes, 5 to 10 s on an idle
 * core.
 */
public final class CrashRun {
  private static final LocalDate DAY = LocalDate.parse("2024-05-29");

  /** Decisions and runs after which a wave has to have come to its end. */
  private static final int SETTLING_RUNS_MAX = 8;

  private static final int SIGTERM_EXIT = 143;

  /** Far more than the commit interval, also on a busy machine. */
  private static final long REPLAY_WAIT_NANOS = 30_000_000_000L;

  private static final long REPLAY_LOOK_NANOS = 50_000_000;

  private final long seed;
  private final CrashSettings settings;
  private final Site site;
  private final SplittableRandom random;
  private final EventLog log = new EventLog();
  private final List<String> problems = new ArrayList<>();
  private final Expectations expectations = new Expectations(problems);
  private final Ingesters ingesters;
  private final TableWatch watch;
  private int operatorActs;
  private boolean atDeadEnd;

  /**
   * A scenario that has not begun.
   *
   * @param folder an empty folder of its own
   */
  public CrashRun(long seed, CrashSettings settings, Path folder) {
    this.seed = seed;
    this.settings = settings;
    this.site = new Site(folder.toAbsolutePath());
    this.random = new SplittableRandom(seed);
    this.ingesters = new Ingesters(settings, site, random.split(), log);
    this.watch = new TableWatch(site, random, log, expectations, problems);
  }

  /** Plays it to its end, or to the first moment at which something is wrong. */
  public CrashReport run() throws IOException, InterruptedException {
    Thread hook = new Thread(ingesters::abandonAll, "firn-crash-end");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return playAll();
    } finally {
      ingesters.killAll();
      watch.close();
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private CrashReport playAll() throws IOException, InterruptedException {
    Delivery delivery = delivery();
    site.prepare(random.split(), delivery);
    LogGenerator generator = new LogGenerator(plan());
    List<GeneratedFile> uploads = generator.files();
    log.add(delivery + ", " + uploads.size() + " uploads");
    try (FileContent content = generator.content()) {
      Arrivals arrivals = new Arrivals(site, delivery, random.split(), content, expectations);
      Operator operator = new Operator(this::operate, expectations, arrivals, random.split(), log);
      List<WavePlan> waves = WavePlan.of(uploads, 2 + random.nextInt(2), random.split());
      for (int wave = 0; wave < waves.size() && goesOn(); wave++) {
        log.add("wave " + (wave + 1) + " of " + waves.size());
        play(waves.get(wave), arrivals, operator);
      }
      if (goesOn()) {
        audit();
      }
    } catch (RuntimeException | IOException e) {
      problems.add("the scenario could not go on: " + e);
      log.add(stackOf(e));
    }
    return report(uploads.size());
  }

  private boolean goesOn() {
    return problems.isEmpty() && !atDeadEnd;
  }

  private CrashReport report(int files) {
    return new CrashReport(
        seed,
        problems,
        log.lines(),
        new CrashReport.Tally(
            files, ingesters.started(), ingesters.kills(), watch.states(), operatorActs));
  }

  private Delivery delivery() {
    Delivery bySeed = random.nextInt(3) == 0 ? Delivery.NOTICES : Delivery.FOLDER;
    return settings.delivery() == Delivery.BY_SEED ? bySeed : settings.delivery();
  }

  private GeneratorPlan plan() {
    Duration period = random.nextBoolean() ? Duration.ofMinutes(20) : Duration.ofHours(6);
    return GeneratorPlan.of(random.nextLong(), DAY)
        .withProducers(3)
        .withPeriods(period, 6 + random.nextInt(11))
        .withRowsPerFile(20 + random.nextInt(41))
        .withActions(10, 1.1)
        .withFaults(FaultMix.evenly(0.045));
  }

  private void play(WavePlan wave, Arrivals arrivals, Operator operator)
      throws IOException, InterruptedException {
    for (GeneratedFile file : wave.quiet()) {
      arrivals.drop(file);
    }
    List<GeneratedFile> waiting = new ArrayList<>(wave.busy());
    int turns = 1 + random.nextInt(2);
    for (int turn = 0; turn < turns && goesOn(); turn++) {
      if (random.nextInt(2) == 0) {
        act();
      }
      int share = waiting.size() / (turns - turn);
      List<GeneratedFile> arriving = waiting.subList(0, share);
      letIngestersRun(arriving, arrivals);
      arriving.clear();
      if (random.nextInt(2) == 0) {
        log.add("delete local state");
        site.deleteLocalState();
      }
    }
    if (random.nextInt(2) == 0) {
      act();
    }
    arrivals.announceAll();
    settle(arrivals, operator);
    if (goesOn() && random.nextInt(3) == 0) {
      replay(operator);
      settle(arrivals, operator);
    }
  }

  /** Files are asked for again, alone or beside an ingester; no notice tells of them anew. */
  private void replay(Operator operator) throws IOException, InterruptedException {
    if (random.nextBoolean()) {
      Optional<Runnable> replayed = operator.replay();
      operatorActs += replayed.isPresent() ? 1 : 0;
      watch.look(replayed);
      return;
    }
    Ingester beside = ingesters.start(false);
    ingesters.awaitAllUp();
    look();
    Optional<Runnable> replayed = operator.replay();
    if (replayed.isPresent()) {
      operatorActs++;
      // Before the next look: what the ingester does next is a consequence.
      replayed.get().run();
      awaitReplayed();
    }
    end(beside);
    look();
  }

  /** An ingester that is alive has to notice by itself. */
  private void awaitReplayed() throws IOException {
    List<SourceVersion> wanted =
        expectations.versions().stream()
            .filter(each -> each.isOnDisk() && each.hasRows() && each.must(Fate.REPLAY))
            .toList();
    long deadline = System.nanoTime() + REPLAY_WAIT_NANOS;
    while (problems.isEmpty() && !wanted.stream().allMatch(SourceVersion::isPresent)) {
      if (System.nanoTime() > deadline) {
        problems.add("replayed beside an ingester, but not taken in: " + wanted);
      }
      Ingesters.park(REPLAY_LOOK_NANOS);
      look();
    }
  }

  /** One or two ingesters run while files arrive and others work on the table; then they end. */
  private void letIngestersRun(List<GeneratedFile> arriving, Arrivals arrivals)
      throws IOException, InterruptedException {
    watch.forgetDoubt();
    int count = random.nextDouble() < settings.secondIngesterShare() ? 2 : 1;
    for (int i = 0; i < count; i++) {
      ingesters.start(random.nextInt(4 * count) == 0);
    }
    watch.ingestersRun(true);
    if (random.nextInt(4) < 2 * count - 1) {
      ingesters.awaitAllUp();
    }
    int steps = count + random.nextInt(3);
    int dropped = 0;
    for (int step = 1; step <= steps; step++) {
      int until = step == steps ? arriving.size() : arriving.size() * step / steps;
      while (dropped < until) {
        expectations.mayHaveBeenSeen();
        arrivals.drop(arriving.get(dropped++));
      }
      if (step < steps) {
        ingesters.awaitMoment();
        if (random.nextInt(3) == 0) {
          act();
        }
      }
    }
    for (Ingester ingester : ingesters.alive()) {
      end(ingester);
    }
    look();
  }

  private void end(Ingester ingester) throws IOException, InterruptedException {
    int die = random.nextInt(10);
    if (die < 7) {
      ingesters.awaitKillMoment();
      if (!ingesters.kill(ingester)) {
        judgeEnd(ingester, ingesters.end(ingester));
      }
    } else {
      ingesters.awaitMoment();
      log.add("SIGTERM " + ingester);
      ingester.askToStop();
      judgeEnd(ingester, ingesters.end(ingester));
    }
  }

  /**
   * An ingester that was not killed may only end because it is done, or does not know the ledger.
   */
  private void judgeEnd(Ingester ingester, int exitCode) throws IOException {
    look();
    boolean refused = exitCode == ErrorCode.LEDGER_UNKNOWN.exitCode();
    boolean allowed =
        exitCode == 0 || exitCode == SIGTERM_EXIT || (refused && watch.doubt() != Doubt.NEVER);
    if (!allowed) {
      problems.add(
          ingester
              + " ended with exit code "
              + exitCode
              + (refused ? " although the ledger is known" : "")
              + "\n      "
              + ingester.tail());
    }
  }

  /**
   * Runs until everything that was announced is dealt with; the operator decides what has to be.
   */
  private void settle(Arrivals arrivals, Operator operator)
      throws IOException, InterruptedException {
    for (int i = 0; i < SETTLING_RUNS_MAX && problems.isEmpty(); i++) {
      look();
      watch.forgetDoubt();
      Ingester once = ingesters.start(true);
      watch.ingestersRun(true);
      int exitCode = ingesters.end(once);
      judgeEnd(once, exitCode);
      if (exitCode == 0) {
        if (watch.doubt() == Doubt.SURELY) {
          problems.add(once + " went on although the ledger is unknown");
        }
        expectations.wereSeen(watch.last());
        return;
      }
      if (!operator.canDecide(watch.last())) {
        log.add("the rows that an operator doubled can't be undone any more: the end");
        atDeadEnd = true;
        return;
      }
      if (problems.isEmpty()) {
        operatorActs++;
        watch.look(operator.decide(watch.last(), watch.acts()));
        announceOpen(arrivals);
      }
    }
    if (problems.isEmpty()) {
      problems.add("the ledger is still unknown after " + SETTLING_RUNS_MAX + " decisions");
    }
  }

  /** After an operator's decision, notices have to be sent again for what is to be read again. */
  private void announceOpen(Arrivals arrivals) throws IOException {
    for (SourceVersion version : expectations.versions()) {
      if (version.isOnDisk() && version.possible().stream().anyMatch(Fate::isOpen)) {
        arrivals.announceAgain(version);
      }
    }
  }

  /** Somebody does something to the table, if there is one. */
  private void act() throws IOException {
    look();
    if (!watch.isOpen()) {
      return;
    }
    int times = 1 + random.nextInt(2);
    for (int i = 0; i < times; i++) {
      operatorActs++;
      if (settings.sabotage().isPresent() && random.nextBoolean()) {
        log.add("sabotage");
        settings.sabotage().get().on(watch.opened());
      } else {
        watch.acts().ingestersRun(!ingesters.alive().isEmpty());
        watch.acts().any();
      }
      look();
    }
  }

  private void look() throws IOException {
    watch.look(Optional.empty());
    watch.ingestersRun(!ingesters.alive().isEmpty());
  }

  private int operate(List<String> arguments) throws IOException, InterruptedException {
    return ingesters.run(arguments);
  }

  private void audit() throws IOException {
    log.add("compare rows and books");
    if (!watch.isOpen()) {
      problems.add("there is no table");
      return;
    }
    LedgerAudit audit = new LedgerAudit(watch.opened(), expectations, problems);
    audit.rows(watch.acts().table(), watch.last(), watch.rows());
    audit.books();
  }

  private static String stackOf(Exception failure) {
    StringBuilder text = new StringBuilder(failure.toString());
    for (StackTraceElement element : failure.getStackTrace()) {
      if (element.getClassName().startsWith("dev.firn")) {
        text.append("\n      at ").append(element);
      }
    }
    return text.toString();
  }
}
