package dev.firn.pipeline;

import dev.firn.day.DayPeriod;
import dev.firn.day.DayPublisher.ReadyDay;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.publish.DayTwin;
import dev.firn.publish.DayTwinProvider;
import dev.firn.publish.PartitionSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.TableMetadata;

/** Writes what it is told into a file, a line each; refuses while a file says so. */
final class RecordingTwin implements DayTwin {
  /** Named {@code recording} in a pipeline file, with the record's path as its setting. */
  public static final class Provider implements DayTwinProvider {
    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "recording";
    }

    @Override
    public DayTwin open(TwinTable table, Object settings) {
      return new RecordingTwin(table.folder().resolve(String.valueOf(settings)));
    }
  }

  private final Path record;

  private RecordingTwin(Path record) {
    this.record = record;
  }

  private synchronized void say(String line) {
    try {
      Files.writeString(
          record,
          line + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void filesLeft(List<DataFile> added) {
    added.forEach(
        file -> say("left " + file.recordCount() + " in " + file.partition().get(1, String.class)));
  }

  @Override
  public void prepare(
      TableMetadata metadata, long snapshotId, DayPeriod day, List<DataFile> files) {
    if (Files.exists(record.resolveSibling("refuse"))) {
      throw new FirnException(ErrorCode.STORAGE, "the twin's store is away");
    }
    say("prepare " + day.name() + " " + files.stream().mapToLong(DataFile::recordCount).sum());
  }

  @Override
  public void ready(ReadyDay ready) {
    say("ready " + ready.day().name() + " r" + ready.revision().number());
  }

  @Override
  public void signal(PartitionSignal signal) {
    say(signal.kind().code() + " " + signal.partition() + " r" + signal.revision());
  }

  @Override
  public void close() {
    say("close");
  }
}
