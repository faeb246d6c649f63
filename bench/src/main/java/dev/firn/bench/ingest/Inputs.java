package dev.firn.bench.ingest;

import com.github.luben.zstd.ZstdOutputStream;
import dev.firn.bench.input.LogFiles;
import dev.firn.bench.input.Scratch;
import dev.firn.bench.session.TableFacts;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Makes the inputs of the comparison in a folder. */
final class Inputs {
  private static final int FILES = 600;
  private static final int NGINX_LINES = 100;
  private static final int NGINX_ROWS_PER_FILE = 500;

  private final Path folder;

  Inputs(Path folder) {
    this.folder = folder;
  }

  /** Says how the bytes of a row file become those of another one. */
  private interface Rewrite {
    long lines(BufferedReader from, OutputStream to) throws IOException;
  }

  /** The standard rows as gzip. */
  Input standard(long rows) throws IOException, InterruptedException {
    Path target = folder.resolve("standard");
    Scratch.delete(target);
    LogFiles written = LogFiles.write(target, 1, (int) Math.min(FILES, rows), rows);
    long raw = 0;
    for (Path file : files(target)) {
      raw += rawBytes(file);
    }
    Input.Shape shape = Input.standard(TableFacts.SUMS);
    return new Input("gzip", target, "json.gz", written.rows(), raw, shape);
  }

  /** The same rows as Zstandard. */
  Input zstd(Input standard) throws IOException {
    return rewritten(standard, "zstd", "json.zst", standard.shape(), Inputs::copy);
  }

  /** The same rows uncompressed. */
  Input plain(Input standard) throws IOException {
    return rewritten(standard, "plain", "json", standard.shape(), Inputs::copy);
  }

  /** The same rows with 60 fields, as gzip. */
  Input wide(Input standard) throws IOException {
    WideRows wide = new WideRows();
    return rewritten(
        standard,
        "wide",
        "json.gz",
        Input.wide(),
        (from, to) -> {
          long bytes = 0;
          for (String line = from.readLine(); line != null; line = from.readLine()) {
            byte[] row = wide.widen(line);
            to.write(row);
            bytes += row.length;
          }
          return bytes;
        });
  }

  /** The log of NGINX over and over, 500 rows a file. */
  Input nginx(long rows) throws IOException {
    Path target = Scratch.fresh(folder.resolve("nginx"));
    byte[] lines;
    try (InputStream in = Inputs.class.getResourceAsStream("/nginx/nginx-plus-status.json.gz");
        GZIPInputStream unzipped = new GZIPInputStream(in)) {
      lines = unzipped.readAllBytes();
    }
    long files = Math.max(1, rows / NGINX_ROWS_PER_FILE);
    int times = NGINX_ROWS_PER_FILE / NGINX_LINES;
    for (int i = 0; i < files; i++) {
      try (OutputStream out = compressed(target.resolve("status-" + i + ".json.gz"))) {
        for (int j = 0; j < times; j++) {
          out.write(lines);
        }
      }
    }
    return new Input(
        "NGINX",
        target,
        "json.gz",
        files * NGINX_ROWS_PER_FILE,
        files * times * lines.length,
        Input.nginx());
  }

  private Input rewritten(
      Input from, String name, String suffix, Input.Shape shape, Rewrite rewrite)
      throws IOException {
    Path target = Scratch.fresh(folder.resolve(name));
    long raw = 0;
    for (Path file : files(from.folder())) {
      String path = from.folder().relativize(file).toString().replace(from.suffix(), suffix);
      Path to = target.resolve(path);
      Path parent = to.getParent();
      Files.createDirectories(parent == null ? target : parent);
      try (BufferedReader in = reader(file);
          OutputStream out = compressed(to)) {
        raw += rewrite.lines(in, out);
      }
    }
    return new Input(name, target, suffix, from.rows(), raw, shape);
  }

  private static long copy(BufferedReader from, OutputStream to) throws IOException {
    long bytes = 0;
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      byte[] row = (line + "\n").getBytes(StandardCharsets.UTF_8);
      to.write(row);
      bytes += row.length;
    }
    return bytes;
  }

  private static BufferedReader reader(Path gzip) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(gzip), 1 << 16), StandardCharsets.UTF_8));
  }

  private static long rawBytes(Path gzip) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(gzip), 1 << 16)) {
      return in.transferTo(OutputStream.nullOutputStream());
    }
  }

  /** A stream that compresses as the file's name says. */
  private static OutputStream compressed(Path file) throws IOException {
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    String name = file.toString();
    if (name.endsWith(".gz")) {
      return new FastGzip(out);
    }
    return name.endsWith(".zst") ? new ZstdOutputStream(out) : out;
  }

  private static List<Path> files(Path root) {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Level 1, as the generator's files. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(1);
    }
  }
}
