package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.Decoder;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.NewColumn;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.SourceFileException;
import dev.firn.source.FileIdentity;
import dev.firn.source.Notice;
import dev.firn.source.SourceStore;
import dev.firn.source.VersionGoneException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.iceberg.types.Types;

/**
 * Source files that are scripts, and the decoder that plays them. Lines: {@code row MICROS ACTION
 * USER}, {@code bad TEXT} (a rejected row), {@code corrupt} (the file is broken), {@code io}
 * (storage fails), {@code lie} (the counts come out wrong), {@code want NAME} (rows want a column),
 * {@code waive NAME} (after all they do not).
 */
final class ScriptedSource implements SourceStore, Decoder {
  private final Map<String, byte[]> files = new HashMap<>();
  private int opened;
  private int closed;
  private long maxBatchBytes;

  /** Adds a file and gives its notice. */
  Notice add(String name, List<String> lines) {
    byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    String location = "file:///logs/" + name;
    files.put(location, bytes);
    FileIdentity file =
        new FileIdentity(location, Optional.empty(), Optional.of("e-" + name), bytes.length);
    return new Notice(file, name, Instant.ofEpochSecond(1_622_300_000L), name);
  }

  void remove(Notice notice) {
    files.remove(notice.file().location());
  }

  int openedCount() {
    return opened;
  }

  boolean allClosed() {
    return opened == closed;
  }

  /** The largest that a batch has been after a call of the decoder. */
  long maxBatchBytes() {
    return maxBatchBytes;
  }

  @Override
  public InputStream open(FileIdentity file) throws IOException {
    byte[] bytes = files.get(file.location());
    if (bytes == null) {
      throw new VersionGoneException(file.location() + " is gone");
    }
    opened++;
    return new ByteArrayInputStream(bytes) {
      @Override
      public void close() {
        closed++;
      }
    };
  }

  @Override
  public Optional<FileIdentity> stat(String location) {
    return Optional.empty();
  }

  @Override
  public void list(String prefix, Consumer<FileIdentity> each) {}

  @Override
  public FileDecoder open(FileIdentity file, InputStream raw, RejectSink rejects) {
    return new Player(raw, rejects);
  }

  private final class Player implements FileDecoder {
    private final BufferedReader lines;
    private final RejectSink rejects;
    private long rows;
    private long rejected;
    private long bytes;
    private final List<NewColumn> wanted = new ArrayList<>();

    Player(InputStream raw, RejectSink rejects) {
      this.lines = new BufferedReader(new InputStreamReader(raw, StandardCharsets.UTF_8));
      this.rejects = rejects;
    }

    @Override
    public boolean decode(Batch out, long stopBytes) throws IOException {
      try {
        while (out.sizeBytes() < stopBytes) {
          String line = lines.readLine();
          if (line == null) {
            return false;
          }
          play(out, line);
          bytes += line.length() + 1;
        }
        return true;
      } finally {
        maxBatchBytes = Math.max(maxBatchBytes, out.sizeBytes());
      }
    }

    private void play(Batch out, String line) throws IOException {
      String[] words = line.split(" ", 4);
      switch (words[0]) {
        case "row":
          rows++;
          LogRows.append(out, Long.parseLong(words[1]), words[2], Long.parseLong(words[3]));
          break;
        case "bad":
          rows++;
          rejected++;
          byte[] raw = line.getBytes(StandardCharsets.UTF_8);
          rejects.reject(rows, bytes, RejectReason.MALFORMED, "it is bad", raw, 4, raw.length - 4);
          break;
        case "corrupt":
          throw new SourceFileException(RejectReason.CORRUPT, "the checksum is wrong", null);
        case "io":
          throw new IOException("the line is down");
        case "want":
          wanted.add(new NewColumn("", words[1], Types.LongType.get()));
          break;
        case "waive":
          wanted.removeIf(column -> column.name().equals(words[1]));
          break;
        case "lie":
          rows++;
          break;
        default:
          throw new IllegalArgumentException(line);
      }
    }

    @Override
    public List<NewColumn> newColumns() {
      return List.copyOf(wanted);
    }

    @Override
    public DecodeCounts counts() {
      OptionalLong none = OptionalLong.empty();
      return new DecodeCounts(rows, rejected, bytes, none, none);
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
