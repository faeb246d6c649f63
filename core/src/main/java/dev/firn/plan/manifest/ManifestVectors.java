package dev.firn.plan.manifest;

import dev.firn.plan.manifest.EntryLayout.Role;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.FileFormat;
import org.jspecify.annotations.Nullable;

/** Takes the fields of entries as they are read, and packs them into columns. One thread. */
final class ManifestVectors {
  private static final int DIRECT_SLOTS = 4096;

  private final StatsRequest request;
  private final PathColumn.Builder paths = new PathColumn.Builder();
  private final LongVector formats = new LongVector();
  private final LongVector recordCounts = new LongVector();
  private final LongVector sizes = new LongVector();
  private final LongVector ordinals = new LongVector();
  private final LongVector sequences = new LongVector();
  private final LongVector fileSequences = new LongVector();
  private final LongVector sortOrders = new LongVector();
  private final LongVector firstRowIds = new LongVector();
  private final BytesVector splitOffsets = new BytesVector();
  private final BytesVector keyMetadata = new BytesVector();
  private final BytesVector formatNames = new BytesVector();
  private final List<Integer> formatOrdinals = new ArrayList<>();
  private final Map<Integer, ColumnStats.Builder> stats = new HashMap<>();
  private final ColumnStats.@Nullable Builder[] direct = new ColumnStats.Builder[DIRECT_SLOTS];

  /** The partition of each row, as its bytes. */
  final BytesVector tuples = new BytesVector();

  final LongVector tupleCodes = new LongVector();

  int rows;
  int deleted;

  ManifestVectors(StatsRequest request) {
    this.request = request;
    request.types().forEach((id, type) -> slot(id, new ColumnStats.Builder(Optional.of(type))));
  }

  private void slot(int id, ColumnStats.Builder builder) {
    stats.put(id, builder);
    if (id >= 0 && id < DIRECT_SLOTS) {
      direct[id] = builder;
    }
  }

  boolean wantsStats() {
    return request.everything() || !stats.isEmpty();
  }

  boolean wantsEverything() {
    return request.everything();
  }

  ColumnStats.@Nullable Builder column(int id) {
    ColumnStats.Builder known = id >= 0 && id < DIRECT_SLOTS ? direct[id] : stats.get(id);
    if (known == null && request.everything()) {
      slot(id, new ColumnStats.Builder(Optional.empty()));
      return stats.get(id);
    }
    return known;
  }

  void setNumber(Role role, long value) {
    LongVector into =
        switch (role) {
          case RECORD_COUNT -> recordCounts;
          case SIZE -> sizes;
          case SORT_ORDER -> sortOrders;
          default -> firstRowIds;
        };
    into.set(rows, value);
  }

  void setBytes(Role role, byte[] from, int start, int end) {
    switch (role) {
      case PATH -> paths.add(from, start, end);
      case FORMAT -> formats.set(rows, format(from, start, end));
      case SPLIT_OFFSETS -> splitOffsets.set(rows, from, start, end);
      default -> keyMetadata.set(rows, from, start, end);
    }
  }

  private int format(byte[] from, int start, int end) {
    int known = formatNames.distinct();
    int code = formatNames.code(from, start, end);
    if (code == known) {
      String name = new String(from, start, end - start, StandardCharsets.US_ASCII);
      try {
        formatOrdinals.add(FileFormat.fromString(name).ordinal());
      } catch (IllegalArgumentException e) {
        throw new MalformedManifestException("a file has the format '" + name + "'");
      }
    }
    return formatOrdinals.get(code);
  }

  /** Ends a row. */
  void endRow(long ordinal, @Nullable Long sequence, @Nullable Long fileSequence) {
    ordinals.set(rows, ordinal);
    if (sequence != null) {
      sequences.set(rows, sequence);
    }
    if (fileSequence != null) {
      fileSequences.set(rows, fileSequence);
    }
    rows++;
  }

  ManifestColumns.Files files(LongColumn counts) {
    return new ManifestColumns.Files(
        paths.pack(), formats.pack(rows), counts, sizes.pack(rows), ordinals.pack(rows));
  }

  LongColumn recordCounts() {
    return recordCounts.pack(rows);
  }

  /**
   * Row ids that entries left out follow the manifest's first one (spec, "First row ID
   * inheritance"); without one there are none.
   */
  private LongColumn rowIds(@Nullable Long first, LongColumn counts) {
    if (first == null) {
      return LongColumn.absent(rows);
    }
    LongColumn given = firstRowIds.pack(rows);
    LongVector all = new LongVector();
    long next = first;
    for (int row = 0; row < rows; row++) {
      if (given.isPresent(row)) {
        all.set(row, given.get(row));
      } else {
        all.set(row, next);
        next += counts.get(row);
      }
    }
    return all.pack(rows);
  }

  ManifestColumns.Extras extras(@Nullable Long firstRowId, LongColumn counts) {
    return new ManifestColumns.Extras(
        sequences.pack(rows),
        fileSequences.pack(rows),
        sortOrders.pack(rows),
        rowIds(firstRowId, counts),
        splitOffsets.pack(rows),
        keyMetadata.pack(rows));
  }

  Map<Integer, ColumnStats> stats(LongColumn counts) {
    Map<Integer, ColumnStats> packed = new HashMap<>();
    stats.forEach((id, builder) -> packed.put(id, builder.pack(rows, counts)));
    return packed;
  }
}
