package dev.firn.pipeline;

import dev.firn.commit.Committer;
import dev.firn.commit.LandingStateRule;
import dev.firn.commit.StateEdit;
import dev.firn.compaction.CompactionReport;
import dev.firn.compaction.CompactionScope;
import dev.firn.compaction.Compactor;
import dev.firn.day.DayAudit;
import dev.firn.day.DayContents;
import dev.firn.day.DayCoordinator;
import dev.firn.day.DayLanding;
import dev.firn.day.DayLedger;
import dev.firn.day.DayPeriod;
import dev.firn.day.DaySettings;
import dev.firn.day.PathSlots;
import dev.firn.day.PeriodRule;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import dev.firn.ledger.LedgerHead;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.pipeline.upkeep.Turns;
import dev.firn.publish.DayMarker.TableName;
import dev.firn.publish.DayTwinProvider;
import dev.firn.publish.DayTwins;
import dev.firn.publish.PublishFolder;
import dev.firn.publish.Publisher;
import dev.firn.publish.Webhook;
import dev.firn.source.LocalSourceStore;
import dev.firn.source.PathPattern;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;

/** Makes what belongs to days from a pipeline's configuration. */
final class DaySetup {
  /** The key that lists producers. */
  static final String PRODUCERS = "day.producers";

  /** The key that names what follows the table. */
  static final String TWINS = "twins";

  private static final Duration WEBHOOK_PAUSE = Duration.ofSeconds(1);

  private DaySetup() {}

  /** Why the pipeline has no days; empty if it has. */
  static Optional<String> whyNone(PipelineConfig config) {
    if (!config.get(ConfigKeys.DAY_SIGNALS)) {
      return Optional.of("day.signals is false");
    }
    if (config.find(ConfigKeys.EVENT_COLUMN).isEmpty()) {
      return Optional.of("event-time.column is not set");
    }
    if (config.find(ConfigKeys.DAY_COLUMN).isPresent()
        && config.find(ConfigKeys.DAY_ZONE).isEmpty()) {
      return Optional.of("day.column is set and day.zone is not");
    }
    return Optional.empty();
  }

  /**
   * What a day is.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} if there are no days, or the table has none of
   *     that zone
   */
  static PeriodRule rule(PipelineConfig config) {
    Optional<String> none = whyNone(config);
    if (none.isPresent()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          config.file().getFileName() + " has no days: " + none.get() + "; see docs/days.md");
    }
    ZoneId zone = config.find(ConfigKeys.DAY_ZONE).orElse(ZoneOffset.UTC);
    if (!isUtc(zone) && config.find(ConfigKeys.DAY_COLUMN).isEmpty()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'day.zone: "
              + zone
              + "' of "
              + config.file().getFileName()
              + " needs day.column: transforms of a table know days of UTC only, so the local date has to"
              + " be a column, as local_date(ts, '"
              + zone
              + "') derives it");
    }
    return new PeriodRule(isUtc(zone) ? ZoneId.of("UTC") : zone, config.get(ConfigKeys.DAY_PERIOD));
  }

  private static boolean isUtc(ZoneId zone) {
    return zone.normalized().equals(ZoneOffset.UTC);
  }

  /** What landings note in the ledger's state. */
  static LandingStateRule landingState(PipelineConfig config) {
    return whyNone(config).isPresent()
        ? LandingStateRule.NONE
        : new DayLanding(rule(config), slots(config), producers(config));
  }

  static PathSlots slots(PipelineConfig config) {
    return new PathSlots(
        Locations.canonical(config.resolve(config.get(ConfigKeys.SOURCE_FOLDER)).toString()),
        PathPattern.parse(config.get(ConfigKeys.SOURCE_PATTERN)),
        config.get(ConfigKeys.SOURCE_PATH_ZONE));
  }

  /** The declared producers. */
  static Set<String> producers(PipelineConfig config) {
    Optional<Object> written = config.structured(PRODUCERS);
    if (written.isEmpty()) {
      return Set.of();
    }
    if (!(written.get() instanceof List<?> list)
        || list.stream().anyMatch(x -> x instanceof List)) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'" + PRODUCERS + "' takes a list of names, as [web1, web2], not " + written.get());
    }
    if (!list.isEmpty()
        && !PathPattern.parse(config.get(ConfigKeys.SOURCE_PATTERN)).hasToken("producer")) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'"
              + PRODUCERS
              + "' names producers, but source.pattern has no {producer} that would tell whose file it"
              + " is; add it, or no day would ever be complete");
    }
    Set<String> names = new LinkedHashSet<>();
    list.forEach(name -> names.add(String.valueOf(name)));
    return names;
  }

  static DayAudit audit(OpenedTable table, Environment environment) {
    PipelineConfig config = table.config();
    PathSlots slots = slots(config);
    return new DayAudit(
        environment.sources().apply(new LocalSourceStore()),
        table.index(),
        new DayAudit.Rules(
            slots,
            config.get(ConfigKeys.SOURCE_PATH_SLACK),
            config.get(ConfigKeys.ON_OVERWRITE),
            producers(config)));
  }

  static DaySettings settings(PipelineConfig config) {
    return new DaySettings(
        config.get(ConfigKeys.DAY_LATENESS),
        config.get(ConfigKeys.DAY_GIVE_UP),
        config.get(ConfigKeys.DAY_GATHER),
        config.get(ConfigKeys.DAY_KEEP_TAGS),
        config.find(ConfigKeys.DAY_FIRST).map(name -> rule(config).parse(name).name()));
  }

  static PublishFolder publishFolder(OpenedTable table) {
    String location =
        table
            .config()
            .find(ConfigKeys.PUBLISH_FOLDER)
            .map(table.config()::resolveLocation)
            .orElseGet(() -> table.location().parent() + "/days");
    return new PublishFolder(table.io(), location);
  }

  /** The table as one thread beside ingest sees and changes it. */
  static DayLedger ledger(OpenedTable table, Environment environment) {
    TableOperations operations = table.ownOperations();
    Committer committer = table.committerBeside(environment, operations);
    return new DayLedger() {
      @Override
      public View view() {
        TableMetadata metadata = operations.refresh();
        return new View(metadata, head(table, LedgerHead.of(metadata, table.ledger())));
      }

      @Override
      public Optional<LedgerRoot> edit(StateEdit edit) throws InterruptedException {
        return committer.edit(edit);
      }
    };
  }

  static Optional<LedgerRoot> head(OpenedTable table, LedgerState state) {
    if (state instanceof LedgerState.Unknown unknown) {
      throw new FirnException(ErrorCode.LEDGER_UNKNOWN, unknown.reason());
    }
    if (state instanceof LedgerState.RolledBack back) {
      return back.head().map(head -> table.ledger().read(head.rootLocation()));
    }
    return state instanceof LedgerState.Head head
        ? Optional.of(table.ledger().read(head.rootLocation()))
        : Optional.empty();
  }

  static DayContents contents(OpenedTable table) {
    PipelineConfig config = table.config();
    return new DayContents(
        table.ownOperations(),
        table.name(),
        config.find(ConfigKeys.DAY_COLUMN),
        config.find(ConfigKeys.EVENT_COLUMN));
  }

  /**
   * What a coordinator does its compactions with.
   *
   * @param turns between partitions
   * @param compacting held during one
   * @param twins told of files that leave
   * @param alerts takes what somebody should look at
   * @param recall has source files read that nobody was told of
   */
  record Hands(
      Turns turns,
      Lock compacting,
      DayTwins twins,
      Consumer<String> alerts,
      Consumer<List<String>> recall) {}

  /**
   * Opens what follows the table; the caller closes it.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} if it can't be, or there are no days to tell of
   */
  static DayTwins twins(OpenedTable table) {
    PipelineConfig config = table.config();
    Optional<Object> settings = config.structured(TWINS);
    if (settings.isPresent()) {
      rule(config);
    }
    return DayTwins.open(
        settings,
        new DayTwinProvider.TwinTable(
            table.name(), table.io(), table.ownOperations()::refresh, config.resolve(".")));
  }

  static DayCoordinator coordinator(OpenedTable table, Environment environment, Hands hands) {
    PipelineConfig config = table.config();
    PeriodRule rule = rule(config);
    DayLedger ledger = ledger(table, environment);
    DayContents contents = contents(table);
    Compactor compactor =
        table.compactor(environment, OptionalLong.empty()).telling(hands.twins::filesLeft);
    TableMetadata now = table.operations().current();
    Publisher publisher =
        new Publisher(
            new Publisher.Parts(
                new TableName(table.name(), now.uuid(), rule.zone().getId()),
                publishFolder(table),
                webhook(config),
                hands.twins.all(),
                contents,
                () -> ledger.view().metadata(),
                hands.alerts));
    return new DayCoordinator(
        new DayCoordinator.DayParts(
            rule,
            settings(config),
            ledger,
            audit(table, environment),
            contents,
            day -> compact(compactor, scope(rule, day), hands),
            publisher,
            hands.recall),
        environment.clock());
  }

  /** An hour leaves alone, where the table's own partitions tell hours. */
  private static CompactionScope scope(PeriodRule rule, DayPeriod day) {
    return rule.unit() == PeriodRule.Unit.HOUR
        ? CompactionScope.hours(day.tableDay(), day.start(), day.end())
        : CompactionScope.day(day.tableDay());
  }

  private static List<String> compact(Compactor compactor, CompactionScope scope, Hands hands)
      throws InterruptedException {
    hands.compacting.lockInterruptibly();
    try {
      hands.turns.begin();
      CompactionReport report = compactor.compact(scope, hands.turns);
      return report.heldBack();
    } finally {
      hands.compacting.unlock();
    }
  }

  static Optional<Webhook> webhook(PipelineConfig config) {
    return config
        .find(ConfigKeys.PUBLISH_WEBHOOK)
        .map(
            text ->
                new Webhook(
                    address(config, text),
                    Optional.ofNullable(System.getenv(config.get(ConfigKeys.PUBLISH_SECRET_ENV)))
                        .filter(secret -> !secret.isEmpty()),
                    WEBHOOK_PAUSE));
  }

  private static URI address(PipelineConfig config, String text) {
    try {
      URI address = URI.create(text);
      if (address.getHost() != null
          && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      throw badAddress(config, text, e);
    }
    throw badAddress(config, text, null);
  }

  private static FirnException badAddress(
      PipelineConfig config,
      String text,
      @org.jspecify.annotations.Nullable IllegalArgumentException cause) {
    return new FirnException(
        ErrorCode.CONFIG,
        "'publish.webhook: "
            + text
            + "' of "
            + config.file().getFileName()
            + " is not allowed: expected an address as https://example.org/hooks/firn",
        cause);
  }
}
