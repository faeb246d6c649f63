package dev.firn.pipeline;

import dev.firn.decode.SourceFileException;
import dev.firn.decode.format.CompressedStreams;
import dev.firn.decode.format.InferredSchema;
import dev.firn.decode.format.SchemaSampler;
import dev.firn.decode.json.SchemaInference;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.source.FileIdentity;
import dev.firn.source.FolderListing;
import dev.firn.source.FolderSettings;
import dev.firn.source.LocalSourceStore;
import dev.firn.source.Notice;
import dev.firn.source.PathPattern;
import dev.firn.source.SourceStore;
import dev.firn.table.SchemaText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds a schema in a sample of source files, and writes it into the pipeline file. */
public final class SchemaSample {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaSample.class);

  /**
   * Files looked at: enough to meet the usual kinds of rows, few enough to take a second or two.
   */
  private static final int MAX_FILES = 32;

  private static final long MAX_BYTES_PER_FILE = 4L << 20;
  private static final long MAX_ROWS = 200_000;
  private static final int NOTICES_PER_POLL = 10_000;
  private static final Duration WAIT_FOR_FILES = Duration.ofMillis(500);

  private SchemaSample() {}

  /**
   * What was found.
   *
   * @param inferred schema and event-time column
   * @param jsonText columns that take JSON text, see {@code json.text}
   * @param files how many files were looked at
   */
  public record Found(InferredSchema inferred, List<String> jsonText, int files) {}

  /**
   * Looks at files of the pipeline's source folder: complete ones, by the rules of the pipeline.
   *
   * @param once fails if they give no column; else waits until some do
   * @throws FirnException {@link ErrorCode#CONFIG} if no column can be found
   */
  public static Found find(PipelineConfig config, boolean once) throws InterruptedException {
    if (config.structured(TransformSetup.KEY).isPresent()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          config.file().getFileName()
              + " has 'transform' and no 'schema': what the steps lead to can't be found in the files;"
              + " write the schema of the table (firn run without 'transform' writes the schema of the"
              + " files to begin with)");
    }
    String told = "";
    while (true) {
      List<FileIdentity> files = sample(config);
      if (!files.isEmpty()) {
        try {
          return look(config, files);
        } catch (FirnException e) {
          if (once || e.code() != ErrorCode.CONFIG) {
            throw e;
          }
          if (!told.equals(e.getMessage())) {
            LOG.warn("waiting for other files: {}", e.getMessage());
            told = String.valueOf(e.getMessage());
          }
        }
      } else if (once) {
        throw new FirnException(
            ErrorCode.CONFIG,
            config.file().getFileName()
                + " has no 'schema', and no file with rows below "
                + config.sourceFolder()
                + " matches source.pattern '"
                + config.get(ConfigKeys.SOURCE_PATTERN)
                + "' to find one in; write a schema, or start when files are there");
      }
      LockSupport.parkNanos(WAIT_FOR_FILES.toNanos());
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for source files");
      }
    }
  }

  private static Found look(PipelineConfig config, List<FileIdentity> files) {
    FormatSettings format = new FormatSettings(config);
    if (!format.isJson()) {
      SchemaSampler sampler = format.sampler(MAX_ROWS);
      int read = read(files, sampler::sample);
      return new Found(sampler.infer(), List.of(), read);
    }
    int maxLineBytes = Math.toIntExact(config.get(ConfigKeys.MAX_LINE));
    SchemaInference inference = new SchemaInference(MAX_ROWS, maxLineBytes);
    int read = read(files, inference::sample);
    SchemaInference.Inferred found = inference.infer();
    return new Found(
        new InferredSchema(
            found.schema(), found.eventTimeColumn(), found.rowsRead(), found.rowsSkipped()),
        found.jsonText(),
        read);
  }

  /** Takes a file into a sample; false if no more are wanted. */
  private interface Sample {
    boolean add(String location, InputStream in, long maxBytes) throws IOException;
  }

  /** Reads files into a sample; returns how many. */
  private static int read(List<FileIdentity> files, Sample sample) {
    SourceStore store = new LocalSourceStore();
    int read = 0;
    for (FileIdentity file : files) {
      read++;
      if (!add(sample, store, file)) {
        break;
      }
    }
    return read;
  }

  private static boolean add(Sample sample, SourceStore store, FileIdentity file) {
    try (InputStream raw = store.open(file);
        InputStream in = new CompressedStreams().open(file.location(), raw)) {
      return sample.add(file.location(), in, MAX_BYTES_PER_FILE);
    } catch (IOException | SourceFileException e) {
      LOG.warn("passing over {} in the sample for the schema: {}", file.location(), e.toString());
      return true;
    }
  }

  /** Files spread evenly over all there are, in the order of their names. */
  private static List<FileIdentity> sample(PipelineConfig config) throws InterruptedException {
    Duration settle = config.get(ConfigKeys.SOURCE_SETTLE);
    FolderSettings folder =
        FolderSettings.of(
                config.sourceFolder(), PathPattern.parse(config.get(ConfigKeys.SOURCE_PATTERN)))
            .withSettle(settle);
    List<FileIdentity> all = new ArrayList<>();
    try (FolderListing listing = new FolderListing(folder, Clock.systemUTC())) {
      List<Notice> notices;
      do {
        notices = listing.poll(NOTICES_PER_POLL, settle.plus(WAIT_FOR_FILES));
        listing.acknowledge(notices);
        notices.stream().map(Notice::file).filter(f -> f.sizeBytes() > 0).forEach(all::add);
      } while (!notices.isEmpty() && !listing.isDrained());
    }
    all.sort(Comparator.comparing(FileIdentity::location));
    List<FileIdentity> chosen = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_FILES, all.size()); i++) {
      chosen.add(all.get((int) ((long) i * all.size() / Math.min(MAX_FILES, all.size()))));
    }
    return chosen;
  }

  /** Appends the schema to a pipeline file, and the event-time column if the file names none. */
  public static void writeInto(PipelineConfig config, Found found) {
    StringBuilder text = new StringBuilder("\n");
    Optional<String> eventTime = found.inferred().eventTimeColumn();
    if (eventTime.isPresent() && config.find(ConfigKeys.EVENT_COLUMN).isEmpty()) {
      text.append("# Nearly every row of the sample has a time in this column.\n");
      text.append("event-time.column: ").append(eventTime.get()).append("\n\n");
    }
    List<String> jsonText = found.jsonText();
    if (!jsonText.isEmpty() && config.structured(JsonSettings.TEXT).isEmpty()) {
      text.append("# Values of several kinds: these columns take any, as its JSON text.\n");
      text.append(JsonSettings.TEXT).append(":\n");
      jsonText.forEach(
          column -> text.append("  - '").append(column.replace("'", "''")).append("'\n"));
      text.append('\n');
    }
    text.append("# Found in ").append(found.inferred().rowsRead()).append(" rows of ");
    text.append(found.files()).append(" files. Once the table exists, its own schema counts.\n");
    text.append("schema:\n").append(SchemaText.formatYaml(found.inferred().schema(), 2));
    Path file = config.file();
    Path next = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      Files.copy(file, next, StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(next, text, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't write the schema into "
              + file
              + ": "
              + e.getMessage()
              + "; make it writable, or write this"
              + " into it:"
              + text,
          e);
    }
  }
}
