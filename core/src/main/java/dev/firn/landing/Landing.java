package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.batch.RowJson;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.Decoder;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.NewColumn;
import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.source.FileIdentity;
import dev.firn.source.Notice;
import dev.firn.source.PathParts;
import dev.firn.source.SourceStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One worker's way from source files to landing files: reads file after file into a batch, and
 * writes the batch out when it is full or a commit is due.
 *
 * <p>Here it is kept that <em>rows of a file count only after its stream has closed cleanly</em>:
 * until then its rows can be taken back from the batch, its rejects from the {@link RejectWriter},
 * and a file that is larger than the batch goes into landing files of its own, which join the rest
 * when it has closed and are deleted otherwise. A {@link LandingResult} therefore covers whole
 * source files, and commits of it may be made at any time.
 *
 * <p>A file that hits the end of a batch behind other files is taken back, the others are written,
 * and it is read again from its start; its size foretells this, so that it happens seldom.
 *
 * <p>Memory: the batch takes at most half of the share plus what the decoder appends beyond its
 * stop; the other half is for the spare room of growing arrays, the clustering (some 30 bytes per
 * row) and the pages of the one Parquet file that is open. It does not depend on the number of
 * partitions.
 *
 * <p>One thread. After any exception that is unchecked call {@link #abandon}.
 */
public final class Landing implements AutoCloseable {
  /** One column of a batch can't hold 2 GiB, so a batch does not get half of that. */
  private static final long MAX_BATCH_BYTES = 1L << 29;

  /** How much the newest file weighs in the expected growth of the next one. */
  private static final double GROWTH_WEIGHT = 0.2;

  /**
   * Files of the table's own spec, into which the batches of a backlog go instead of landing files,
   * together with those of other workers.
   */
  public interface Straight {
    /** Takes nothing: all rows land. */
    Straight NEVER =
        new Straight() {
          @Override
          public boolean write(Batch batch, Clustering order, boolean full) {
            return false;
          }

          @Override
          public LandingResult flush(LandingResult own) {
            return own;
          }

          @Override
          public void abandon() {}
        };

    /**
     * Takes a batch's rows, which are those of whole source files; or leaves them all.
     *
     * @param full whether the batch was as large as batches get: the sign of a backlog
     * @throws FirnException with STORAGE, after which all is only good to be abandoned
     */
    boolean write(Batch batch, Clustering order, boolean full);

    /**
     * Takes what a worker hands over at a flush, as its rows may lie in files that other workers
     * write to still.
     *
     * @return what can be committed: nothing, this worker's own, or that of all workers with the
     *     files that they share
     */
    LandingResult flush(LandingResult own);

    /** Gives up what all workers have written and have not handed over. */
    void abandon();
  }

  private final SourceStore store;
  private final Decoder decoder;
  private final LandingWriter writer;
  private final RejectWriter rejects;
  private final Straight straight;
  private final long batchBytes;
  private final Batch batch;
  private final RowSet excluded = new RowSet();
  private final List<LandedFile> files = new ArrayList<>();
  private final List<LedgerEntry> entries = new ArrayList<>();

  /** Batch bytes per byte of a source file, a moving average; 0 before the first file. */
  private double growth;

  private boolean failed;

  /**
   * The state of one worker.
   *
   * @param rejects used by nobody else
   * @param shareBytes the worker's share of memory
   */
  public Landing(
      SourceStore store,
      Decoder decoder,
      LandingWriter writer,
      RejectWriter rejects,
      long shareBytes) {
    this(store, decoder, writer, rejects, shareBytes, Straight.NEVER);
  }

  /**
   * The state of one worker.
   *
   * @param rejects used by nobody else
   * @param shareBytes the worker's share of memory
   * @param straight where batches of a backlog go
   */
  public Landing(
      SourceStore store,
      Decoder decoder,
      LandingWriter writer,
      RejectWriter rejects,
      long shareBytes,
      Straight straight) {
    if (shareBytes <= 0) {
      throw new IllegalArgumentException(
          "a worker can't land files in " + shareBytes + " bytes of memory");
    }
    this.store = store;
    this.decoder = decoder;
    this.writer = writer;
    this.rejects = rejects;
    this.straight = straight;
    this.batchBytes = Math.max(1, Math.min(shareBytes / 2, MAX_BATCH_BYTES));
    this.batch = new Batch(writer.schema());
  }

  /**
   * Reads a source file. Its rows and its entry are part of the next {@link #flush}. An empty file
   * is not opened: it is ingested with no rows.
   *
   * @param path what the file's path says
   * @return {@link FileStatus#INGESTED}, or {@link FileStatus#REJECTED} if the file is broken as a
   *     whole
   * @throws IOException if the file can't be read now ({@link
   *     dev.firn.source.VersionGoneException}: never any more); nothing of it is left, other files
   *     are as they were, and the notice is the caller's to release
   * @throws FirnException with STORAGE if landing or rejects files can't be written; what this
   *     object has in hand is only good to be {@linkplain #abandon abandoned}
   */
  public FileStatus land(Notice notice, PathParts path) throws IOException {
    return ((LandOutcome.Landed) land(notice, path, false)).status();
  }

  /**
   * Reads a source file as {@link #land} does, unless its rows want columns that the schema lacks:
   * then nothing of it is left, and other files are as they were. Whoever widens the schema flushes
   * this object, whose batch has the old one, and lands the file with a new one.
   */
  public LandOutcome landIfItFits(Notice notice, PathParts path) throws IOException {
    return land(notice, path, true);
  }

  private LandOutcome land(Notice notice, PathParts path, boolean mayAsk) throws IOException {
    checkNotFailed();
    FileIdentity file = notice.file();
    EntryOf entryOf = new EntryOf(notice, path);
    if (file.sizeBytes() == 0) {
      entries.add(entryOf.empty());
      return new LandOutcome.Landed(FileStatus.INGESTED);
    }
    try {
      SourceRows rows = take(file, mayAsk);
      if (!rows.wanted.isEmpty()) {
        return new LandOutcome.WantsColumns(rows.wanted);
      }
      entries.add(entryOf.ingested(rows.taken()));
      return new LandOutcome.Landed(FileStatus.INGESTED);
    } catch (SourceFileException e) {
      entries.add(entryOf.rejected(e));
      return new LandOutcome.Landed(FileStatus.REJECTED);
    } catch (RuntimeException e) {
      failed = true;
      throw e;
    }
  }

  /**
   * Records a source file as refused without reading it. Its entry is part of the next {@link
   * #flush}.
   *
   * @param reason names the file, why it is refused and what to do
   */
  public void refuse(Notice notice, PathParts path, SourceFileException reason) {
    checkNotFailed();
    entries.add(new EntryOf(notice, path).rejected(reason));
  }

  /**
   * Writes out what is in memory, and hands over all that was landed since the last flush; less or
   * more than that if rows went {@link Straight straight} into files that workers share.
   *
   * @return whole source files with the data files of their rows and no others; everything that it
   *     names is complete and durable
   * @throws FirnException with STORAGE if it can't be written; see {@link #land}
   */
  public LandingResult flush() {
    checkNotFailed();
    try {
      writeOut(false);
      rejects.finish();
      LandingResult result = straight.flush(new LandingResult(files, entries));
      files.clear();
      entries.clear();
      return result;
    } catch (RuntimeException e) {
      failed = true;
      throw e;
    }
  }

  /**
   * Gives up everything since the last flush and deletes the files that were written for it; then
   * this object is as new. Never fails.
   *
   * @return the source files that are given up: their notices are to be released
   */
  public List<FileIdentity> abandon() {
    List<FileIdentity> sources = entries.stream().map(LedgerEntry::file).toList();
    delete(files);
    straight.abandon();
    rejects.abandon();
    clearBatch();
    files.clear();
    entries.clear();
    failed = false;
    return sources;
  }

  /** Gives the writers' buffers back; what was not flushed is lost. */
  @Override
  public void close() {
    writer.close();
    rejects.close();
  }

  /** Bytes that rows in memory take up, rejected ones too. */
  public long sizeBytes() {
    return batch.sizeBytes() + rejects.sizeBytes();
  }

  /** Source files since the last flush, those without rows and the rejected ones too. */
  public int fileCount() {
    return entries.size();
  }

  private void checkNotFailed() {
    if (failed) {
      throw new IllegalStateException("writing has failed: abandon what is in hand first");
    }
  }

  private SourceRows take(FileIdentity file, boolean mayAsk) throws IOException {
    if (batch.rowCount() > 0 && batch.sizeBytes() + growth * file.sizeBytes() > batchBytes) {
      writeOut(true);
    }
    SourceRows rows = tryTake(file, mayAsk);
    if (rows.inTheWay) {
      writeOut(true);
      rows = tryTake(file, mayAsk);
    }
    if (rows.discarded && rows.wanted.isEmpty()) {
      // What it wanted at first turned out to be of no one type.
      rows = tryTake(file, false);
    }
    return rows;
  }

  /**
   * Takes a file; nothing is left of it if whole files must be written out before, or if it wants
   * columns.
   */
  private SourceRows tryTake(FileIdentity file, boolean mayAsk) throws IOException {
    SourceRows rows = new SourceRows(batch.rowCount(), mayAsk);
    boolean kept = false;
    rejects.beginFile(file);
    try {
      DecodeCounts counts;
      try (FileDecoder open = open(file)) {
        decode(open, rows);
        if (rows.inTheWay || rows.discarded || !rows.wanted.isEmpty()) {
          return rows;
        }
        counts = open.counts();
      }
      checkBalance(file, counts, rows);
      rows.taken = new Taken(counts, rows.screened, rejects.endFile());
      files.addAll(rows.pieces);
      noteGrowth(file, rows);
      kept = true;
      return rows;
    } finally {
      if (!kept) {
        takeBack(rows);
      }
    }
  }

  private FileDecoder open(FileIdentity file) throws IOException {
    InputStream raw = store.open(file);
    boolean opened = false;
    try {
      FileDecoder result = decoder.open(file, raw, rejects);
      opened = true;
      return result;
    } finally {
      if (!opened) {
        raw.close();
      }
    }
  }

  /** Decodes to the end, unless the batch is full and there are whole files in it. */
  private void decode(FileDecoder open, SourceRows rows) throws IOException {
    boolean more = true;
    while (more) {
      int from = batch.rowCount();
      more = open.decode(batch, batchBytes);
      screen(from, rows);
      if (more && batch.sizeBytes() >= batchBytes) {
        if (rows.firstRow > 0) {
          rows.inTheWay = true;
          return;
        }
        if (rows.mayAsk && !open.newColumns().isEmpty()) {
          // The file will be given up, and is only read on to learn what else it wants.
          rows.discarded = true;
          clearBatch();
        } else {
          writePiece(rows);
        }
      }
    }
    if (rows.mayAsk) {
      rows.wanted = open.newColumns();
    }
  }

  /** Puts rows without a partition aside: no compaction could ever move them to theirs. */
  private void screen(int fromRow, SourceRows rows) {
    int from = fromRow;
    while (true) {
      Optional<PartitionCodes.Unpartitionable> bad =
          writer.partitions().findUnpartitionable(batch, from);
      if (bad.isEmpty()) {
        return;
      }
      int row = bad.get().row();
      byte[] json = RowJson.row(batch, row).getBytes(StandardCharsets.UTF_8);
      rejects.rejectDecoded(RejectReason.UNPARTITIONABLE, bad.get().detail(), json);
      excluded.add(row);
      rows.screened++;
      from = row + 1;
    }
  }

  private void writePiece(SourceRows rows) {
    rows.pieces.addAll(writer.write(batch, excluded));
    rows.pieceRows += batch.rowCount();
    rows.pieceBytes += batch.sizeBytes();
    clearBatch();
  }

  private void writeOut(boolean full) {
    if (batch.rowCount() > 0) {
      Clustering order = writer.cluster(batch, excluded);
      if (!straight.write(batch, order, full)) {
        files.addAll(writer.writeClustered(batch));
      }
    }
    clearBatch();
  }

  private void clearBatch() {
    batch.clear();
    excluded.truncate(0);
  }

  private void takeBack(SourceRows rows) {
    rejects.cancelFile();
    delete(rows.pieces);
    if (rows.firstRow == 0) {
      // Unlike truncate this drops the dictionary entries too.
      clearBatch();
    } else {
      batch.truncate(rows.firstRow);
      excluded.truncate(rows.firstRow);
    }
  }

  private void delete(List<LandedFile> landed) {
    Deletion.tryAll(
        writer.target().io(), landed.stream().map(file -> file.file().location()).toList());
  }

  private void checkBalance(FileIdentity file, DecodeCounts counts, SourceRows rows) {
    long appended = rows.pieceRows + batch.rowCount() - rows.firstRow;
    long rejected = rejects.fileRows() - rows.screened;
    if (appended != counts.rowsWritten() || rejected != counts.rowsRejected()) {
      throw new FirnException(
          ErrorCode.INTERNAL,
          "decoding "
              + file.location()
              + " counted "
              + counts.rowsWritten()
              + " rows written and "
              + counts.rowsRejected()
              + " rejected, but "
              + appended
              + " and "
              + rejected
              + " came; nothing of the file is kept, report this as a fault of Firn");
    }
  }

  private void noteGrowth(FileIdentity file, SourceRows rows) {
    int now = batch.rowCount();
    double ownShare = now == 0 ? 0 : (double) (now - rows.firstRow) / now;
    double bytes = rows.pieceBytes + ownShare * batch.sizeBytes();
    double factor = bytes / file.sizeBytes();
    growth = growth == 0 ? factor : growth + GROWTH_WEIGHT * (factor - growth);
  }

  /** What a source file has left so far. */
  private static final class SourceRows {
    /** Its first row in the batch; 0 as soon as there are pieces. */
    final int firstRow;

    /** Landing files of its own, if it is larger than the batch. */
    final List<LandedFile> pieces = new ArrayList<>();

    /** Whether columns that the schema lacks are a reason to give the file up. */
    final boolean mayAsk;

    long pieceRows;
    long pieceBytes;
    long screened;

    /** Whether it was given up because of whole files before it in the batch. */
    boolean inTheWay;

    /** Whether rows were dropped because it wanted columns. */
    boolean discarded;

    /** Columns for whose want it was given up. */
    List<NewColumn> wanted = List.of();

    @Nullable Taken taken;

    SourceRows(int firstRow, boolean mayAsk) {
      this.firstRow = firstRow;
      this.mayAsk = mayAsk;
    }

    Taken taken() {
      return Objects.requireNonNull(taken, "the file was given up");
    }
  }

  /**
   * A source file that has closed cleanly.
   *
   * @param counts the decoder's counts
   * @param screened rows of those written that were rejected afterwards
   * @param rejects the rejects file, if it has rows there
   */
  record Taken(DecodeCounts counts, long screened, Optional<String> rejects) {}
}
