package dev.firn.compaction;

import dev.firn.compaction.RewriteCommit.Outcome;
import dev.firn.compaction.RewriteCommit.Rewrite;
import dev.firn.compaction.Rounds.Round;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.LandingTarget;
import dev.firn.table.LandingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;

/**
 * Compacts a table, in as many rewrites as memory asks for.
 *
 * <p>One thread at a time; any number of ingesters and other engines beside it. What was done by
 * earlier rewrites stays if a later one gives way or fails.
 */
public final class Compactor {
  /** Rewrites that give way in a row before the rest is left for the next time. */
  private static final int GIVE_UPS_MOST = 3;

  private static final int ID_CHARS = 8;

  /** The first format version with row ids. */
  private static final int LINEAGE_VERSION = 3;

  private final String name;
  private final TableOperations operations;
  private final DayColumns days;
  private final CompactionOptions options;
  private final Supplier<UUID> ids;
  private final Consumer<List<DataFile>> listener;

  /** The columns that tell a row's day; see {@link LandingSpec#of}. */
  public record DayColumns(Optional<String> dayColumn, Optional<String> eventTimeColumn) {
    /** Nothing is declared: the default spec's day field tells, if there is one. */
    public static final DayColumns NONE = new DayColumns(Optional.empty(), Optional.empty());
  }

  /** Told between partitions of a merge. */
  @FunctionalInterface
  public interface Yield {
    /** Never pauses. */
    Yield NEVER = () -> {};

    /** Returns when the compaction may go on; others come first. */
    void pause();
  }

  /**
   * A compactor for one table.
   *
   * @param name for messages
   * @param ids ids of rewrites and parts of file names
   */
  public Compactor(
      String name,
      TableOperations operations,
      DayColumns days,
      CompactionOptions options,
      Supplier<UUID> ids) {
    this(name, operations, days, options, ids, files -> {});
  }

  private Compactor(
      String name,
      TableOperations operations,
      DayColumns days,
      CompactionOptions options,
      Supplier<UUID> ids,
      Consumer<List<DataFile>> listener) {
    this.name = name;
    this.operations = operations;
    this.days = days;
    this.options = options;
    this.ids = ids;
    this.listener = listener;
  }

  /**
   * The same with somebody who is told of files that have left for their partition, once they are
   * in the table; a crash may keep a call away. What it throws ends the compaction.
   */
  public Compactor telling(Consumer<List<DataFile>> told) {
    return new Compactor(name, operations, days, options, ids, told);
  }

  /**
   * Compacts what the scope says, as it is now.
   *
   * @return what was done; files that could not be taken are named in it
   * @throws FirnException {@link ErrorCode#TABLE} if files can't be read or the table's format
   *     version is neither 2 nor 3, {@link ErrorCode#STORAGE}, {@link ErrorCode#CONFLICT} or {@link
   *     ErrorCode#COMMIT_STATE_UNKNOWN} as {@link RewriteCommit} says
   */
  public CompactionReport compact(CompactionScope scope, Yield yield) throws InterruptedException {
    CompactionReport report = CompactionReport.NOTHING;
    Rounds rounds = new Rounds(scope, options);
    FileCuts cuts = new FileCuts(options.targetFileBytes());
    int giveUps = 0;
    while (true) {
      TableMetadata base = operations.refresh();
      checkFormat(base);
      if (base.currentSnapshot() == null) {
        return report;
      }
      LandingSpec landing = landing(base);
      InputSelection selection =
          InputSelection.of(
              new BaseTable(operations, name), landing, scope, options.targetFileBytes());
      Optional<Round> round = rounds.next(selection);
      if (round.isEmpty()) {
        return report.withFormerSpecFiles(selection.formerSpecFiles());
      }
      Rewrite rewrite = merge(base, landing, round.get(), cuts, yield);
      Outcome outcome = new RewriteCommit(operations, name).run(rewrite);
      if (outcome instanceof Outcome.Committed) {
        rounds.committed();
        giveUps = 0;
        report = report.plus(done(rewrite));
        listener.accept(leftFor(rewrite));
      } else if (outcome instanceof Outcome.GaveWay gaveWay && ++giveUps == GIVE_UPS_MOST) {
        return report.plus(held(List.of("gave way to another writer: " + gaveWay.reason())));
      }
    }
  }

  /**
   * What the scope is about, as the table is now; nothing is changed.
   *
   * @return files that would be read, whatever their number in the end; {@code filesOut} and {@code
   *     bytesOut} are 0
   */
  public CompactionReport preview(CompactionScope scope) {
    TableMetadata base = operations.refresh();
    checkFormat(base);
    if (base.currentSnapshot() == null) {
      return CompactionReport.NOTHING;
    }
    Rounds rounds = new Rounds(scope, options);
    InputSelection selection =
        InputSelection.of(
            new BaseTable(operations, name), landing(base), scope, options.targetFileBytes());
    List<FileScanTask> files = rounds.all(selection);
    return new CompactionReport(
        0,
        files.size(),
        0,
        files.stream().mapToLong(task -> task.file().recordCount()).sum(),
        files.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum(),
        0,
        selection.formerSpecFiles(),
        List.of());
  }

  private Rewrite merge(
      TableMetadata base, LandingSpec landing, Round round, FileCuts cuts, Yield yield) {
    LandingTarget target =
        new LandingTarget(
            rowSchema(base),
            base.spec(),
            landing.toSpec(base.schema()),
            operations.io(),
            operations.locationProvider());
    DataFileRows.Opener opener = new AnyDataFileRows(operations.io(), base.schema());
    RunIndex index = RunIndex.of(round.files(), target, opener);
    Supplier<String> shortIds = () -> ids.get().toString().substring(0, ID_CHARS);
    try (MergeWriter writer = new MergeWriter(target, options, cuts, shortIds);
        RunMerge merge = new RunMerge(round.files(), target, opener, index)) {
      List<CompactedFile> outputs;
      try {
        merge.run(writer, cuts, round.treatment(), yield::pause);
        outputs = writer.finish();
        checkRows(index, outputs);
      } catch (RuntimeException e) {
        writer.abandon();
        throw e;
      }
      Optional<Long> sequence =
          round.keepsSequence()
              ? Optional.of(base.currentSnapshot().sequenceNumber())
              : Optional.empty();
      return new Rewrite(
          ids.get(),
          base.currentSnapshot().snapshotId(),
          round.files().stream().map(FileScanTask::file).toList(),
          outputs,
          base.spec(),
          sequence);
    }
  }

  /** With row ids where the format has them: a row keeps its id wherever it is moved. */
  private static Schema rowSchema(TableMetadata base) {
    return base.formatVersion() >= LINEAGE_VERSION
        ? MetadataColumns.schemaWithRowLineage(base.schema())
        : base.schema();
  }

  private static List<DataFile> leftFor(Rewrite rewrite) {
    List<DataFile> files = new ArrayList<>();
    for (CompactedFile output : rewrite.outputs()) {
      if (output instanceof CompactedFile.Partitioned partitioned) {
        files.add(partitioned.dataFile(rewrite.tableSpec()));
      }
    }
    return files;
  }

  private void checkRows(RunIndex index, List<CompactedFile> outputs) {
    long written = outputs.stream().mapToLong(file -> file.file().rowCount()).sum();
    if (written != index.rowCount()) {
      throw new FirnException(
          ErrorCode.INTERNAL,
          "can't compact "
              + name
              + ": "
              + index.rowCount()
              + " rows were found and "
              + written
              + " written; nothing was changed, report this as a fault of Firn");
    }
  }

  private LandingSpec landing(TableMetadata base) {
    return LandingSpec.of(base.schema(), base.spec(), days.dayColumn(), days.eventTimeColumn());
  }

  private void checkFormat(TableMetadata base) {
    if (base.formatVersion() != 2 && base.formatVersion() != LINEAGE_VERSION) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't compact "
              + name
              + ": it has format version "
              + base.formatVersion()
              + ", this version of Firn compacts versions 2 and 3; use another engine's rewrite");
    }
  }

  private static CompactionReport done(Rewrite rewrite) {
    return new CompactionReport(
        1,
        rewrite.inputs().size(),
        rewrite.outputs().size(),
        rewrite.outputs().stream().mapToLong(file -> file.file().rowCount()).sum(),
        rewrite.inputs().stream().mapToLong(file -> file.fileSizeInBytes()).sum(),
        rewrite.outputs().stream().mapToLong(file -> file.file().sizeBytes()).sum(),
        0,
        List.of());
  }

  private static CompactionReport held(List<String> lines) {
    return new CompactionReport(0, 0, 0, 0, 0, 0, 0, lines);
  }
}
