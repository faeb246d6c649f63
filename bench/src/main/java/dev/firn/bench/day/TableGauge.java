package dev.firn.bench.day;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/** What a table's snapshots say of files and bytes, looked at often enough to miss none. */
final class TableGauge {
  private final Set<Long> seen = new HashSet<>();
  private long filesMost;
  private long filesNow;
  private long addedBytes;
  private long landedBytes;
  private int compactions;
  private int commits;

  /** Takes in what is new. */
  void look(TableMetadata metadata) {
    for (Snapshot snapshot : metadata.snapshots()) {
      if (seen.add(snapshot.snapshotId())) {
        Map<String, String> summary = snapshot.summary();
        filesNow = number(summary, "total-data-files");
        filesMost = Math.max(filesMost, filesNow);
        addedBytes += number(summary, "added-files-size");
        if (summary.containsKey("firn.compaction")) {
          compactions++;
        } else {
          commits++;
          landedBytes += number(summary, "added-files-size");
        }
      }
    }
  }

  private static long number(Map<String, String> summary, String key) {
    return Long.parseLong(summary.getOrDefault(key, "0"));
  }

  /** Data files of the newest snapshot. */
  long filesNow() {
    return filesNow;
  }

  /** Most data files that any snapshot had. */
  long filesMost() {
    return filesMost;
  }

  /** Bytes of all data files that were ever added. */
  long addedBytes() {
    return addedBytes;
  }

  /** Of them, those that landed. */
  long landedBytes() {
    return landedBytes;
  }

  /** Snapshots of compactions. */
  int compactions() {
    return compactions;
  }

  /** All other snapshots. */
  int commits() {
    return commits;
  }
}
