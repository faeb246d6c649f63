package dev.firn.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where a process's CPU time went, by stage: stacks of async-profiler, native code, compiler and
 * collector included.
 */
final class StackProfile {
  /** A sample belongs to the first stage of which any frame, from the innermost out, matches. */
  private record Stage(String name, Pattern frames) {
    static Stage of(String name, String frames) {
      return new Stage(name, Pattern.compile(frames));
    }
  }

  private static final List<Stage> STAGES =
      List.of(
          Stage.of("inflate gzip", "^java/util/zip/(Inflater|CRC32|GZIP|Checksum)"),
          Stage.of("compress pages (zstd)", "^com/github/luben/zstd|^ZSTD_|^HUF_|^FSE_"),
          Stage.of("find lines, parse JSON into columns", "^dev/firn/decode"),
          Stage.of("cluster rows", "^dev/firn/landing"),
          Stage.of("encode Parquet", "^dev/firn/parquet"),
          Stage.of(
              "commit: ledger, manifests, catalog",
              "^dev/firn/(commit|ledger|catalog|table)|^org/(apache/iceberg|sqlite)"),
          Stage.of("compile (JIT)", "CompileBroker|^C2Compiler|^Compiler::|^C1"),
          Stage.of("collect garbage", "^GC|GangWorker|WorkerThread|^PS|Parallel|VMThread|VM_"),
          Stage.of("find and open files", "^dev/firn/(source|pipeline|io)"));

  private final Map<String, Long> samples = new LinkedHashMap<>();
  private long total;

  private StackProfile() {
    STAGES.forEach(stage -> samples.put(stage.name(), 0L));
    samples.put("else (start, class loading)", 0L);
  }

  /** The agent of the class path, unpacked, and what makes it write collapsed stacks to a file. */
  static String agentFlag(Path folder, Path stacks) throws IOException {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    String name = "linux-" + arch + "/libasyncProfiler.so";
    Path library = folder.resolve("libasyncProfiler.so");
    try (InputStream in = StackProfile.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no profiler for this machine: " + name + " is missing");
      }
      Files.copy(in, library, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    // ctimer counts the CPU time of each thread and needs no rights on performance counters.
    return "-agentpath:" + library + "=start,event=ctimer,interval=1ms,collapsed,file=" + stacks;
  }

  /** Reads collapsed stacks: frames from the outermost in, parted by semicolons, and a count. */
  static StackProfile read(Path stacks) throws IOException {
    StackProfile profile = new StackProfile();
    for (String line : Files.readAllLines(stacks, StandardCharsets.UTF_8)) {
      int space = line.lastIndexOf(' ');
      profile.add(line.substring(0, space).split(";"), Long.parseLong(line.substring(space + 1)));
    }
    return profile;
  }

  private void add(String[] frames, long count) {
    total += count;
    for (int i = frames.length - 1; i >= 0; i--) {
      for (Stage stage : STAGES) {
        if (stage.frames().matcher(frames[i]).find()) {
          samples.merge(stage.name(), count, Long::sum);
          return;
        }
      }
    }
    samples.merge("else (start, class loading)", count, Long::sum);
  }

  /** Lines of a Markdown table, by stage. */
  String table() {
    StringBuilder text = new StringBuilder("| stage | share of CPU time |\n|---|---|\n");
    samples.forEach(
        (stage, count) ->
            text.append(
                String.format(
                    Locale.ROOT, "| %s | %.1f %% |%n", stage, 100.0 * count / Math.max(1, total))));
    return text.toString();
  }
}
