package dev.firn.publish;

import dev.firn.day.DayContents;
import dev.firn.day.DayGaps;
import dev.firn.day.DayPeriod;
import dev.firn.day.DayPublisher;
import dev.firn.day.DayTags;
import dev.firn.publish.DayMarker.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;

/**
 * Publishes days of one table: twins, {@code _SUCCESS}, webhook. One thread per instance; any
 * number of processes.
 */
public final class Publisher implements DayPublisher {
  private final Parts parts;

  /**
   * Where and how.
   *
   * @param table names the table in markers
   * @param folder where markers go
   * @param webhook called after the marker, if there is one
   * @param twins what follows the table
   * @param contents finds a day's files
   * @param metadata the table's metadata, loaded afresh
   * @param alerts takes what somebody should look at
   */
  public record Parts(
      TableName table,
      PublishFolder folder,
      Optional<Webhook> webhook,
      List<DayTwin> twins,
      DayContents contents,
      Supplier<TableMetadata> metadata,
      Consumer<String> alerts) {
    /** Copies the list. */
    public Parts {
      twins = List.copyOf(twins);
    }
  }

  /** A publisher. */
  public Publisher(Parts parts) {
    this.parts = parts;
  }

  @Override
  public void prepare(DayPeriod day, long snapshotId) throws InterruptedException {
    if (parts.twins.isEmpty()) {
      return;
    }
    TableMetadata metadata = parts.metadata.get();
    List<DataFile> files = files(metadata, snapshotId, day);
    for (DayTwin twin : parts.twins) {
      twin.prepare(metadata, snapshotId, day, files);
    }
  }

  /** {@inheritDoc} The marker comes after the twins, the webhook after the marker. */
  @Override
  public void publish(ReadyDay ready) throws InterruptedException {
    for (DayTwin twin : parts.twins) {
      twin.ready(ready);
    }
    mend(ready);
    parts.folder.delete(ready.day().name(), DayMarker.INCOMPLETE);
    signalPartitions(ready);
    if (parts.webhook.isPresent()) {
      parts.webhook.get().post(key(ready), DayMarker.success(parts.table, ready));
    }
  }

  @Override
  public void incomplete(DayPeriod day, DayGaps gaps) {
    parts.folder.write(
        day.name(), DayMarker.INCOMPLETE, DayMarker.incomplete(parts.table, day, gaps));
  }

  @Override
  public void mend(ReadyDay ready) {
    String text = DayMarker.success(parts.table, ready);
    Optional<String> there = parts.folder.read(ready.day().name(), DayMarker.SUCCESS);
    boolean later =
        there
            .flatMap(DayMarker::revision)
            .filter(revision -> revision > ready.revision().number())
            .isPresent();
    if (!later && !there.equals(Optional.of(text))) {
      parts.folder.write(ready.day().name(), DayMarker.SUCCESS, text);
    }
  }

  @Override
  public void alert(String line, List<String> details) {
    parts.alerts.accept(line);
  }

  private String key(ReadyDay ready) {
    return parts.table.uuid() + "/" + ready.day().name() + "/r" + ready.revision().number();
  }

  private void signalPartitions(ReadyDay ready) throws InterruptedException {
    TableMetadata metadata = parts.metadata.get();
    long snapshotId = ready.revision().snapshotId();
    if (parts.twins.isEmpty() || metadata.snapshot(snapshotId) == null) {
      return;
    }
    Set<String> before = new TreeSet<>();
    int revision = ready.revision().number();
    Optional.ofNullable(metadata.ref(DayTags.name(ready.day().name(), revision - 1)))
        .filter(ref -> metadata.snapshot(ref.snapshotId()) != null)
        .ifPresent(ref -> before.addAll(partitions(metadata, ref.snapshotId(), ready.day())));
    for (String partition : partitions(metadata, snapshotId, ready.day())) {
      if (!before.contains(partition)) {
        signal(PartitionSignal.Kind.PARTITION_CREATED, partition, ready);
      }
      signal(PartitionSignal.Kind.PARTITION_INACTIVE, partition, ready);
    }
  }

  private void signal(PartitionSignal.Kind kind, String partition, ReadyDay ready)
      throws InterruptedException {
    PartitionSignal signal =
        new PartitionSignal(kind, partition, ready.day().name(), ready.revision().number());
    for (DayTwin twin : parts.twins) {
      twin.signal(signal);
    }
  }

  private Set<String> partitions(TableMetadata metadata, long snapshotId, DayPeriod day) {
    Set<String> partitions = new TreeSet<>();
    PartitionSpec spec = metadata.spec();
    for (DataFile file : files(metadata, snapshotId, day)) {
      if (file.specId() == spec.specId()) {
        partitions.add(spec.partitionToPath(file.partition()));
      }
    }
    return partitions;
  }

  private List<DataFile> files(TableMetadata metadata, long snapshotId, DayPeriod day) {
    List<DataFile> files = new ArrayList<>();
    parts.contents.each(metadata, snapshotId, day, (task, whole) -> files.add(task.file()));
    return files;
  }
}
