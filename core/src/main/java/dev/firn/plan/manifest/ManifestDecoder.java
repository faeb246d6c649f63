package dev.firn.plan.manifest;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.plan.manifest.EntryLayout.Role;
import dev.firn.plan.manifest.EntryLayout.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Reads one manifest of data files into columns. One thread, one use. */
final class ManifestDecoder {
  private static final long MAX_MANIFEST_BYTES = Integer.MAX_VALUE - 8L;
  private static final long STATUS_ADDED = 1;
  private static final long STATUS_DELETED = 2;

  private final ManifestFile manifest;
  private final Types.StructType partitionType;
  private final StatsRequest request;
  private final ManifestVectors vectors;
  private final BlockCursor in = new BlockCursor();
  private long status;
  private @Nullable Long sequence;
  private @Nullable Long fileSequence;
  private long ordinal;

  private ManifestDecoder(
      ManifestFile manifest, Types.StructType partitionType, StatsRequest request) {
    this.manifest = manifest;
    this.partitionType = partitionType;
    this.request = request;
    this.vectors = new ManifestVectors(request);
  }

  /**
   * Reads a manifest with one request for all of it.
   *
   * @param partitionType the tuples' type as the spec has it today
   */
  static ManifestColumns decode(
      FileIO io, ManifestFile manifest, Types.StructType partitionType, StatsRequest request) {
    try {
      byte[] content = read(io.newInputFile(manifest), manifest.length());
      return new ManifestDecoder(manifest, partitionType, request).decode(content);
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "reading the manifest " + manifest.path() + " failed (" + e.getMessage() + "); try again",
          e);
    } catch (MalformedManifestException | IndexOutOfBoundsException e) {
      throw new FirnException(
          ErrorCode.TABLE,
          "the manifest "
              + manifest.path()
              + " can't be read: "
              + e.getMessage()
              + "; expected an Avro file as the Iceberg spec has it; restore it or roll the table"
              + " back",
          e);
    }
  }

  private static byte[] read(InputFile file, long length) throws IOException {
    try (SeekableInputStream stream = file.newStream()) {
      // The length in the manifest list is a hint only: some writers are wrong about it.
      byte[] content = new byte[(int) Math.min(MAX_MANIFEST_BYTES, Math.max(0, length))];
      int read = stream.readNBytes(content, 0, content.length);
      if (read < content.length) {
        return Arrays.copyOf(content, read);
      }
      byte[] rest = stream.readAllBytes();
      if (rest.length > 0) {
        content = Arrays.copyOf(content, read + rest.length);
        System.arraycopy(rest, 0, content, read, rest.length);
      }
      return content;
    }
  }

  private ManifestColumns decode(byte[] content) {
    try (AvroBlocks blocks = new AvroBlocks(content)) {
      EntryLayout layout = EntryLayout.of(blocks.schema());
      Step[] entry = layout.entry().toArray(new Step[0]);
      Step[] file = layout.file().toArray(new Step[0]);
      for (long records = blocks.next(in); records >= 0; records = blocks.next(in)) {
        for (long i = 0; i < records; i++) {
          readEntry(entry, file);
        }
        if (in.position() != in.limit()) {
          throw new MalformedManifestException("a block has bytes behind its entries");
        }
      }
      return pack(new PartitionReader(layout.partition(), partitionType));
    }
  }

  private void readEntry(Step[] entry, Step[] file) {
    sequence = null;
    fileSequence = null;
    boolean live = true;
    for (Step step : entry) {
      switch (step.role()) {
        case STATUS -> {
          status = step.isNull(in) ? 0 : in.readLong();
          live = status != STATUS_DELETED;
        }
        case SEQUENCE -> sequence = step.isNull(in) ? null : (Long) in.readLong();
        case FILE_SEQUENCE -> fileSequence = step.isNull(in) ? null : (Long) in.readLong();
        case DATA_FILE -> {
          if (live && !step.isNull(in)) {
            readFile(file);
          } else if (!live) {
            step.whole().skip(in);
          }
        }
        default -> step.whole().skip(in);
      }
    }
    if (live) {
      vectors.endRow(ordinal, inherited(sequence), inherited(fileSequence));
    } else {
      vectors.deleted++;
    }
    ordinal++;
  }

  private @Nullable Long inherited(@Nullable Long own) {
    boolean inherits = manifest.sequenceNumber() == 0 || status == STATUS_ADDED;
    return own == null && inherits ? (Long) manifest.sequenceNumber() : own;
  }

  private void readFile(Step[] file) {
    for (Step step : file) {
      switch (step.role()) {
        case OTHER, CONTENT -> step.whole().skip(in);
        case PARTITION -> {
          int from = in.position();
          step.whole().skip(in);
          int code = vectors.tuples.code(in.bytes(), from, in.position());
          vectors.tupleCodes.set(vectors.rows, code);
        }
        case PATH, FORMAT, KEY_METADATA -> {
          if (!step.isNull(in)) {
            int length = in.readLength();
            int at = in.advance(length);
            vectors.setBytes(step.role(), in.bytes(), at, at + length);
          }
        }
        case SPLIT_OFFSETS -> readSplitOffsets(step);
        case COLUMN_SIZES -> readMap(step, vectors.wantsEverything());
        case VALUE_COUNTS, NULL_COUNTS, NAN_COUNTS, LOWER_BOUNDS, UPPER_BOUNDS ->
            readMap(step, vectors.wantsStats());
        default -> {
          if (!step.isNull(in)) {
            vectors.setNumber(step.role(), in.readLong());
          }
        }
      }
    }
  }

  /** Offsets are kept as the numbers' own bytes: most files have the same few. */
  private void readSplitOffsets(Step step) {
    if (step.isNull(in)) {
      return;
    }
    int count = in.readItemCount();
    int from = in.position();
    for (int i = 0; i < count; i++) {
      in.skipLong();
    }
    int to = in.position();
    if (count > 0 && in.readItemCount() != 0) {
      throw new MalformedManifestException("split offsets are in more than one piece");
    }
    vectors.setBytes(Role.SPLIT_OFFSETS, in.bytes(), from, to);
  }

  private void readMap(Step step, boolean wanted) {
    if (!wanted) {
      skipMap(step);
      return;
    }
    if (step.isNull(in)) {
      return;
    }
    Role role = step.role();
    boolean ofBytes = role == Role.LOWER_BOUNDS || role == Role.UPPER_BOUNDS;
    for (int count = in.readItemCount(); count != 0; count = in.readItemCount()) {
      for (int i = 0; i < count; i++) {
        ColumnStats.Builder column = vectors.column(in.readInt());
        if (ofBytes) {
          int length = in.readLength();
          int at = in.advance(length);
          if (column != null) {
            BoundColumn.Builder bounds = role == Role.LOWER_BOUNDS ? column.lower : column.upper;
            bounds.set(vectors.rows, in.bytes(), at, length);
          }
        } else if (column == null) {
          in.skipLong();
        } else {
          counts(column, role).set(vectors.rows, in.readLong());
        }
      }
    }
  }

  private void skipMap(Step step) {
    if (step.isNull(in)) {
      return;
    }
    boolean ofBytes = step.role() == Role.LOWER_BOUNDS || step.role() == Role.UPPER_BOUNDS;
    for (int count = in.readItemCount(); count != 0; count = in.readItemCount()) {
      if (!ofBytes) {
        in.skipLongs(2L * count);
        continue;
      }
      for (int i = 0; i < count; i++) {
        in.skipLongs(1);
        in.advance(in.readLength());
      }
    }
  }

  private static LongVector counts(ColumnStats.Builder column, Role role) {
    return switch (role) {
      case COLUMN_SIZES -> column.columnSizes;
      case VALUE_COUNTS -> column.valueCounts;
      case NULL_COUNTS -> column.nullCounts;
      default -> column.nanCounts;
    };
  }

  private ManifestColumns pack(PartitionReader reader) {
    PartitionData[] tuples = new PartitionData[vectors.tuples.distinct()];
    BlockCursor bytes = new BlockCursor();
    for (int code = 0; code < tuples.length; code++) {
      bytes.start(vectors.tuples.pool(), vectors.tuples.end(code));
      bytes.seek(vectors.tuples.start(code));
      tuples[code] = reader.read(bytes);
    }
    LongColumn counts = vectors.recordCounts();
    return new ManifestColumns(
        new ManifestColumns.Head(
            manifest.path(), manifest.partitionSpecId(), vectors.rows, vectors.deleted, request),
        vectors.files(counts),
        vectors.extras(manifest.firstRowId(), counts),
        new PartitionTuples(partitionType, vectors.tupleCodes.pack(vectors.rows), tuples),
        vectors.stats(counts));
  }

  /** The numbers of a value of {@link ManifestColumns.Extras#splitOffsets}. */
  static List<Long> splitOffsets(BytesColumn column, int row) {
    BlockCursor cursor = new BlockCursor();
    int code = column.code(row);
    cursor.start(column.pool(), column.end(code));
    cursor.seek(column.start(code));
    List<Long> offsets = new ArrayList<>();
    while (cursor.position() < cursor.limit()) {
      offsets.add(cursor.readLong());
    }
    return List.copyOf(offsets);
  }
}
