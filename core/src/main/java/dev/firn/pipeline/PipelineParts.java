package dev.firn.pipeline;

import dev.firn.compaction.CompactionOptions;
import dev.firn.decode.Decoder;
import dev.firn.decode.format.CompressedStreams;
import dev.firn.decode.json.JsonLinesDecoder;
import dev.firn.io.Locations;
import dev.firn.landing.Landing;
import dev.firn.landing.LandingTarget;
import dev.firn.landing.LandingWriter;
import dev.firn.landing.OpenDays;
import dev.firn.landing.RejectWriter;
import dev.firn.landing.straight.StraightFiles;
import dev.firn.landing.straight.StraightOptions;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.pipeline.upkeep.TableUpkeepThread;
import dev.firn.source.FolderListing;
import dev.firn.source.FolderSettings;
import dev.firn.source.LocalSourceStore;
import dev.firn.source.NoticeFolder;
import dev.firn.source.NoticeSource;
import dev.firn.source.PathPattern;
import dev.firn.source.SourceStore;
import dev.firn.source.WatchedFolder;
import dev.firn.source.recall.RecallingSource;
import dev.firn.table.LandingSpec;
import dev.firn.transform.TransformPlan;
import dev.firn.transform.TransformingDecoder;
import dev.firn.upkeep.OrphanFiles;
import dev.firn.upkeep.TableUpkeep;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;

/** Makes the stages of a pipeline from its configuration: the one place where they are wired. */
final class PipelineParts {
  /** Rows in hand may take this part of the heap: growing arrays and pages need the rest. */
  private static final double HEAP_SHARE = 0.4;

  private final OpenedTable table;
  private final PipelineConfig config;
  private final Environment environment;
  private final TableMetadata metadata;
  private final PathPattern pattern;
  private final JsonSettings json;
  private final Supplier<String> shortIds;

  PipelineParts(OpenedTable table, Environment environment) {
    this.table = table;
    this.config = table.config();
    this.environment = environment;
    this.metadata = table.refresh();
    this.pattern = PathPattern.parse(config.get(ConfigKeys.SOURCE_PATTERN));
    this.json = new JsonSettings(config);
    // Fails here, before anything runs, if settings do not fit the table.
    decoder(new SchemaGrowth.Shape(metadata, Set.of(), true));
    this.shortIds = () -> environment.ids().get().toString().substring(0, 8);
  }

  PathPattern pattern() {
    return pattern;
  }

  int workerCount() {
    int configured = config.get(ConfigKeys.WORKERS);
    return configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
  }

  SourceStore sourceStore() {
    return environment.sources().apply(new LocalSourceStore());
  }

  RecallingSource noticeSource(SourceStore store, boolean once) {
    FolderSettings folder =
        FolderSettings.of(config.sourceFolder(), pattern)
            .withSettle(config.get(ConfigKeys.SOURCE_SETTLE))
            .withSweepEvery(config.get(ConfigKeys.SOURCE_SWEEP));
    String root = Locations.canonical(folder.root().toString());
    Optional<String> notices = config.find(ConfigKeys.SOURCE_NOTICES);
    NoticeSource source;
    if (notices.isPresent()) {
      FolderSettings letters =
          FolderSettings.of(config.resolve(notices.get()), pattern)
              .withSweepEvery(config.get(ConfigKeys.SOURCE_SWEEP));
      source = new NoticeFolder(letters, root, pattern, store, environment.clock());
    } else if (once) {
      source = new FolderListing(folder, environment.clock());
    } else {
      source = new WatchedFolder(folder, environment.clock());
    }
    return new RecallingSource(
        environment.notices().apply(source), root, store, environment.clock());
  }

  /** How the table comes to have more columns; see {@link JsonSettings#addsColumns}. */
  SchemaGrowth growth(Counters counters) {
    return new SchemaGrowth(
        metadata, table.widening(), config.get(ConfigKeys.MAX_COLUMNS), counters);
  }

  private long memoryBytes() {
    long heapBytes = (long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE);
    return Math.min(config.get(ConfigKeys.MEMORY), heapBytes);
  }

  /** The files of a backlog, which have half of the memory. */
  StraightFiles straight() {
    long targetBytes =
        PropertyUtil.propertyAsLong(
            metadata.properties(),
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            CompactionOptions.DEFAULT_TARGET_BYTES);
    return new StraightFiles(
        new StraightOptions(
            ParquetWriterOptions.DEFAULT,
            targetBytes,
            memoryBytes() / 2,
            StraightOptions.DEFAULT_FILES_MOST,
            shortIds),
        workerCount());
  }

  /**
   * The landing of one worker, with its share of memory.
   *
   * @param worker from 0
   * @param straight where a backlog goes, if not into landing files
   */
  Landing landing(
      SchemaGrowth.Shape shape,
      SourceStore store,
      int worker,
      Optional<StraightFiles> straight,
      Counters counters) {
    TableMetadata metadata = shape.metadata();
    long shareBytes = memoryBytes() / workerCount();
    LandingSpec landingSpec =
        LandingSpec.of(
            metadata.schema(),
            metadata.spec(),
            config.find(ConfigKeys.DAY_COLUMN),
            config.find(ConfigKeys.EVENT_COLUMN));
    LandingTarget target =
        new LandingTarget(
            metadata.schema(),
            metadata.spec(),
            landingSpec.toSpec(metadata.schema()),
            table.io(),
            table.operations().locationProvider());
    LandingWriter writer =
        new LandingWriter(
            target,
            ParquetWriterOptions.DEFAULT,
            OpenDays.mostRows(config.get(ConfigKeys.OPEN_DAYS)),
            shortIds);
    String rejectsFolder = table.location().rejects();
    RejectWriter rejects =
        new RejectWriter(
            new RejectWriter.Destination(
                table.io(),
                rejectsFolder.substring(0, rejectsFolder.length() - 1),
                ParquetWriterOptions.DEFAULT,
                RejectWriter.DEFAULT_BUFFER_BYTES),
            shortIds,
            environment.clock());
    CountingDecoder decoder = new CountingDecoder(decoder(shape), counters);
    if (straight.isEmpty() || landingSpec.sameAs(metadata.spec())) {
      return new Landing(store, decoder, writer, rejects, shareBytes);
    }
    return new Landing(
        store, decoder, writer, rejects, shareBytes / 2, straight.get().of(worker, target));
  }

  /** The slow upkeep of a table, not begun. */
  static TableUpkeepThread tableUpkeep(OpenedTable table, Environment environment) {
    PipelineConfig config = table.config();
    Optional<OrphanFiles.Settings> orphans =
        config.get(ConfigKeys.UPKEEP_ORPHANS)
            ? Optional.of(
                new OrphanFiles.Settings(
                    OrphanFiles.checked(config.get(ConfigKeys.UPKEEP_ORPHAN_AGE)), true, false))
            : Optional.empty();
    TableUpkeep.Settings settings =
        new TableUpkeep.Settings(config.get(ConfigKeys.UPKEEP_EXPIRE), true, orphans);
    return new TableUpkeepThread(
        table.files(),
        table.catalog(),
        new TableUpkeepThread.Pace(
            config.get(ConfigKeys.UPKEEP_INTERVAL),
            settings,
            config.get(ConfigKeys.UPKEEP_HISTORY)),
        environment.clock());
  }

  private Decoder decoder(SchemaGrowth.Shape shape) {
    Optional<TransformPlan> plan = TransformSetup.plan(config, shape.metadata().schema());
    FormatSettings format = new FormatSettings(config);
    Decoder files =
        format.isJson()
            ? new JsonLinesDecoder(
                json.options(shape, plan, environment.clock()), new CompressedStreams())
            : format.decoder(shape.metadata().schema(), plan, environment.clock());
    return plan.isEmpty()
        ? files
        : new TransformingDecoder(
            plan.get(),
            files,
            json.acceptedEventTimes(environment.clock()),
            new SourceFiles(config)::parts);
  }
}
