package dev.firn.day;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.commit.CommitOptions;
import dev.firn.commit.CommitOutcome;
import dev.firn.commit.Committer;
import dev.firn.commit.LedgerTable;
import dev.firn.commit.StateEdit;
import dev.firn.day.DayPublisher.ReadyDay;
import dev.firn.landing.LandedFile;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerHead;
import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerLocation;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.LedgerStore;
import dev.firn.ledger.MergePolicy;
import dev.firn.ledger.OnOverwrite;
import dev.firn.parquet.WrittenParquet;
import dev.firn.publish.DayMarker;
import dev.firn.publish.DayTwin;
import dev.firn.publish.PublishFolder;
import dev.firn.publish.Publisher;
import dev.firn.source.FileIdentity;
import dev.firn.source.PathPattern;
import dev.firn.source.SourceStore;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.TableMetadata;

/**
 * A source, a table and coordinators on one thread and a simulated clock, and what must be true of
 * every signal, checked by bookkeeping of its own.
 */
final class SimulatedDays {
  static final Duration LATENESS = Duration.ofMinutes(30);
  static final Duration GIVE_UP = Duration.ofHours(12);
  static final Duration GATHER = Duration.ofMinutes(20);
  static final Duration SLACK = Duration.ofHours(1);
  private static final String FOLDER = "mem://source";
  private static final CommitOptions OPTIONS =
      new CommitOptions(
          OnOverwrite.REJECT, Duration.ofMinutes(5), Duration.ofNanos(1), Duration.ofNanos(1));

  /**
   * A source file.
   *
   * @param arrives when it can be listed
   * @param noticed when the ingester hears of it
   * @param rows by the date of the zone
   */
  record Arrival(
      String producer,
      Instant slot,
      Instant arrives,
      Instant noticed,
      boolean bad,
      Map<LocalDate, Integer> rows,
      Instant first,
      Instant last,
      FileIdentity file) {}

  final SplittableRandom random;
  final PeriodRule rule;
  final Set<String> declared;
  final Mischance mischance = new Mischance();
  final SimulatedStorage storage = new SimulatedStorage(mischance, this::written);
  final SimulatedTable table = new SimulatedTable(storage, mischance);
  final Set<String> accepted = new HashSet<>();
  final List<String> alerts = new ArrayList<>();
  final List<Arrival> arrivals = new ArrayList<>();
  int crashes;

  /** Makes a file that was closed at some time and arrives now. */
  Function<Instant, Arrival> lateFile =
      closed -> {
        throw new IllegalStateException("not set");
      };

  Instant now;

  private final Supplier<UUID> ids;
  private final PathSlots slots =
      new PathSlots(
          FOLDER, PathPattern.parse("{yyyy}/{MM}/{dd}/{HH}/{producer}-{*}.gz"), ZoneOffset.UTC);
  private final Committer ingester;
  private final List<Duration> clockOffsets;
  private final List<DayCoordinator> coordinators = new ArrayList<>();

  private final Set<FileIdentity> settled = new HashSet<>();
  private final Set<String> recalled = new HashSet<>();
  private final Map<String, Instant> reported = new HashMap<>();
  private final Map<LocalDate, Long> rows = new HashMap<>();
  private final Map<LocalDate, Set<String>> landed = new HashMap<>();
  private final Map<LocalDate, Set<String>> compacted = new HashMap<>();
  private final Map<String, Long> pinnedRows = new HashMap<>();

  /** The text of each revision's marker, by day and revision. */
  final Map<String, String> signals = new LinkedHashMap<>();

  private final Map<String, Integer> newest = new TreeMap<>();

  SimulatedDays(
      SplittableRandom random, ZoneId zone, Set<String> declared, List<Duration> clockOffsets) {
    this.random = random;
    this.rule = new PeriodRule(zone, PeriodRule.Unit.DAY);
    this.declared = declared;
    this.ids = () -> new UUID(random.nextLong(), random.nextLong());
    this.clockOffsets = clockOffsets;
    this.now = Instant.EPOCH;
    this.ingester = committer(new DayLanding(rule, slots, declared));
    clockOffsets.forEach(offset -> coordinators.add(coordinator(offset)));
  }

  private Committer committer(dev.firn.commit.LandingStateRule landing) {
    return new Committer(ledgerTable(landing), clock(Duration.ZERO), ids, OPTIONS);
  }

  private LedgerTable ledgerTable(dev.firn.commit.LandingStateRule landing) {
    LedgerStore store =
        new LedgerStore(
            storage,
            LedgerLocation.beside(SimulatedTable.LOCATION),
            MergePolicy.DEFAULT,
            clock(Duration.ZERO),
            ids);
    return new LedgerTable(
        "logs.actions", table, store, new LedgerIndex(storage, "p"), "p", landing);
  }

  private Clock clock(Duration offset) {
    return new Clock() {
      @Override
      public Instant instant() {
        return now.plus(offset);
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  /** A coordinator of a process that was just started. */
  private DayCoordinator coordinator(Duration offset) {
    LedgerTable ledgerTable = ledgerTable(dev.firn.commit.LandingStateRule.NONE);
    Committer committer = new Committer(ledgerTable, clock(offset), ids, OPTIONS);
    DayLedger ledger =
        new DayLedger() {
          @Override
          public View view() {
            TableMetadata metadata = table.refresh();
            LedgerState state = LedgerHead.of(metadata, ledgerTable.store());
            return new View(
                metadata,
                state instanceof LedgerState.Head head
                    ? Optional.of(ledgerTable.store().read(head.rootLocation()))
                    : Optional.empty());
          }

          @Override
          public Optional<LedgerRoot> edit(StateEdit edit) throws InterruptedException {
            return committer.edit(edit);
          }
        };
    DayContents contents =
        new DayContents(table, "logs.actions", Optional.of("day"), Optional.of("ts"));
    Publisher publisher =
        new Publisher(
            new Publisher.Parts(
                new DayMarker.TableName("logs.actions", table.current().uuid(), "zone"),
                new PublishFolder(storage, "mem://wh/days"),
                Optional.empty(),
                List.of(new Watcher()),
                contents,
                table::refresh,
                alerts::add));
    DayAudit audit =
        new DayAudit(
            new Source(),
            ledgerTable.index(),
            new DayAudit.Rules(slots, SLACK, OnOverwrite.REJECT, declared));
    return new DayCoordinator(
        new DayCoordinator.DayParts(
            rule,
            new DaySettings(LATENESS, GIVE_UP, GATHER, Duration.ofDays(400), Optional.empty()),
            ledger,
            audit,
            contents,
            this::compact,
            publisher,
            recalled::addAll),
        clock(offset));
  }

  /** Lists what has arrived. */
  private final class Source implements SourceStore {
    @Override
    public InputStream open(FileIdentity file) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<FileIdentity> stat(String location) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void list(String prefix, Consumer<FileIdentity> each) {
      mischance.call("list the source");
      for (Arrival arrival : arrivals) {
        if (!arrival.arrives.isAfter(now) && arrival.file.location().startsWith(prefix)) {
          each.accept(arrival.file);
        }
      }
    }
  }

  /** Checks what is true when a day is about to become ready. */
  private final class Watcher implements DayTwin {
    @Override
    public void prepare(
        TableMetadata metadata, long snapshotId, DayPeriod day, List<DataFile> files) {
      mischance.call("bring the twin up");
      assertThat(metadata.currentSnapshot().snapshotId()).isEqualTo(snapshotId);
      Instant latest = clockOffsets.stream().map(now::plus).max(Instant::compareTo).orElseThrow();
      assertThat(latest).isAfterOrEqualTo(day.end().plus(LATENESS));
      if (!accepted.contains(day.name())) {
        assertThat(missing(day)).as("what %s lacks when it is pinned", day.name()).isEmpty();
      }
      assertThat(compacted.getOrDefault(day.date(), Set.of()))
          .as("files of %s that are compacted", day.name())
          .isEqualTo(landed.getOrDefault(day.date(), Set.of()));
      pinnedRows.put(day.name() + snapshotId, rows.getOrDefault(day.date(), 0L));
    }

    @Override
    public void ready(ReadyDay ready) {
      mischance.call("tell the twin");
    }
  }

  /** What a day lacks, from the source's side. */
  List<String> missing(DayPeriod day) {
    List<String> missing = new ArrayList<>();
    for (Arrival arrival : arrivals) {
      Instant slotEnd = arrival.slot.plus(Duration.ofHours(1));
      boolean counts = !slotEnd.isAfter(day.end()) && slotEnd.isAfter(day.start().minus(SLACK));
      if (counts && !arrival.arrives.isAfter(now) && !settled.contains(arrival.file)) {
        missing.add(arrival.file.location());
      }
    }
    for (String producer : declared) {
      if (reported.getOrDefault(producer, Instant.MIN).isBefore(day.end())) {
        missing.add(producer);
      }
    }
    return missing;
  }

  private List<String> compact(DayPeriod day) throws InterruptedException {
    mischance.call("compact");
    Set<String> inputs = new HashSet<>(landed.getOrDefault(day.date(), Set.of()));
    if (random.nextInt(4) == 0) {
      now = now.plus(Duration.ofMinutes(random.nextInt(30)));
      if (random.nextBoolean()) {
        long seconds = Duration.between(day.start(), day.end()).toSeconds();
        arrivals.add(lateFile.apply(day.start().plusSeconds(random.nextLong(seconds))));
      }
      ingest();
    }
    mischance.call("commit the compaction");
    if (random.nextInt(10) == 0) {
      return List.of("gave way to another writer");
    }
    compacted.put(day.date(), inputs);
    return List.of();
  }

  /** The ingester commits some of what it has heard of. */
  void ingest() throws InterruptedException {
    mischance.suspend(true);
    try {
      List<Arrival> batch = new ArrayList<>();
      for (Arrival arrival : arrivals) {
        if ((!arrival.noticed.isAfter(now) || recalled.contains(arrival.file.location()))
            && !settled.contains(arrival.file)
            && random.nextInt(10) > 0) {
          batch.add(arrival);
        }
      }
      if (!batch.isEmpty()) {
        land(batch);
      }
    } finally {
      mischance.suspend(false);
    }
  }

  private void land(List<Arrival> batch) throws InterruptedException {
    Map<LocalDate, Integer> rowsByDay = new TreeMap<>();
    List<LedgerEntry> entries = new ArrayList<>();
    for (Arrival arrival : batch) {
      entries.add(entry(arrival));
      if (!arrival.bad) {
        arrival.rows.forEach((day, count) -> rowsByDay.merge(day, count, Integer::sum));
      }
    }
    List<LandedFile> files = new ArrayList<>();
    rowsByDay.forEach(
        (day, count) -> {
          String location = SimulatedTable.LOCATION + "/data/" + ids.get() + ".parquet";
          files.add(
              new LandedFile(
                  new WrittenParquet(
                      location,
                      1000,
                      count,
                      new Metrics((long) count, null, null, null, null),
                      List.of()),
                  SimulatedTable.landingSpec(),
                  LandedFile.Day.of((int) day.toEpochDay())));
          landed.computeIfAbsent(day, d -> new HashSet<>()).add(location);
          rows.merge(day, (long) count, Long::sum);
        });
    CommitOutcome outcome = ingester.commit(new LandingResult(files, entries));
    assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
    for (Arrival arrival : batch) {
      settled.add(arrival.file);
      if (!arrival.bad) {
        reported.merge(
            arrival.producer,
            arrival.slot.isAfter(arrival.last) ? arrival.slot : arrival.last,
            (a, b) -> a.isAfter(b) ? a : b);
      }
    }
  }

  private LedgerEntry entry(Arrival arrival) {
    long count = arrival.rows.values().stream().mapToInt(Integer::intValue).sum();
    Optional<String> bad = arrival.bad ? Optional.of("bad-trailer") : Optional.empty();
    return new LedgerEntry(
        arrival.file,
        arrival.bad ? FileStatus.REJECTED : FileStatus.INGESTED,
        bad,
        bad,
        slots.parts(arrival.file.location()).day(),
        Optional.of(arrival.producer),
        count,
        arrival.bad ? 0 : count,
        arrival.bad ? count : 0,
        0,
        arrival.bad ? Optional.empty() : Optional.of(DayLanding.micros(arrival.first)),
        arrival.bad ? Optional.empty() : Optional.of(DayLanding.micros(arrival.last)),
        Optional.empty(),
        now,
        now,
        LandingResult.NO_COMMIT);
  }

  /** Lets each coordinator look once, perhaps, and perhaps end or fail in the middle. */
  void coordinate(boolean faults) throws InterruptedException {
    for (int i = 0; i < coordinators.size(); i++) {
      if (faults && random.nextInt(3) == 0) {
        continue;
      }
      if (faults && random.nextInt(6) == 0) {
        mischance.crashAt(1 + random.nextInt(60));
      } else if (faults && random.nextInt(10) == 0) {
        mischance.failAt(1 + random.nextInt(40));
      }
      try {
        coordinators.get(i).pass(() -> true);
      } catch (SimulatedCrash e) {
        crashes++;
        coordinators.set(i, coordinator(clockOffsets.get(i)));
      } catch (java.io.UncheckedIOException | dev.firn.error.FirnException e) {
        assertThat(e).hasMessageContaining("injected");
      } finally {
        mischance.disarm();
      }
    }
  }

  /** A marker was written. */
  private void written(String location, String text) {
    if (!location.endsWith("/" + DayMarker.SUCCESS)) {
      return;
    }
    String day = field(text, "day");
    int revision = Integer.parseInt(field(text, "revision"));
    String key = day + " r" + revision;
    String before = signals.putIfAbsent(key, text);
    assertThat(before == null || before.equals(text)).as("%s is signalled as it was", key).isTrue();
    if (before != null) {
      return;
    }
    long snapshotId = Long.parseLong(field(text, "snapshot-id"));
    assertThat(revision).as(key).isEqualTo(newest.getOrDefault(day, 0) + 1);
    newest.put(day, revision);
    assertThat(table.current().ref(DayTags.name(day, revision)).snapshotId()).isEqualTo(snapshotId);
    assertThat(Long.valueOf(field(text, "rows")))
        .as("rows of %s", key)
        .isEqualTo(pinnedRows.get(day + snapshotId));
  }

  static String field(String json, String name) {
    int from = json.indexOf("\"" + name + "\" : ") + name.length() + 5;
    int end = json.indexOf(json.charAt(from) == '"' ? "\"" : ",", from + 1);
    return json.substring(json.charAt(from) == '"' ? from + 1 : from, end).trim();
  }

  /** The rows of a day that are in the table. */
  long rows(DayPeriod day) {
    return rows.getOrDefault(day.date(), 0L);
  }

  DayBook book() {
    LedgerTable ledgerTable = ledgerTable(dev.firn.commit.LandingStateRule.NONE);
    LedgerState state = LedgerHead.of(table.current(), ledgerTable.store());
    return DayBook.of(
        state instanceof LedgerState.Head head
            ? Optional.of(ledgerTable.store().read(head.rootLocation()))
            : Optional.empty(),
        rule);
  }

  void accept(DayPeriod day) throws InterruptedException {
    accepted.add(day.name());
    committer(dev.firn.commit.LandingStateRule.NONE).edit(DayQuestions.accept(rule, day));
  }

  /** The marker of a day, if there is one. */
  Optional<String> marker(DayPeriod day, String name) {
    String location = "mem://wh/days/" + day.name() + "/" + name;
    return storage.has(location) ? Optional.of(storage.text(location)) : Optional.empty();
  }
}
