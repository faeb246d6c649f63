package dev.firn.testkit.crash;

import dev.firn.testkit.generate.FileKind;
import dev.firn.testkit.generate.GeneratedFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * In which order files arrive. Between two waves everything that has arrived is in the table, so
 * that another version of a file always comes after the first one was seen.
 *
 * @param quiet files that arrive while nothing runs
 * @param busy files that arrive while ingesters run
 */
record WavePlan(List<GeneratedFile> quiet, List<GeneratedFile> busy) {
  /** Spreads uploads over waves. */
  static List<WavePlan> of(List<GeneratedFile> uploads, int waves, SplittableRandom random) {
    Map<String, Integer> firstWave = new HashMap<>();
    List<WavePlan> plans = new ArrayList<>();
    for (int wave = 0; wave < waves; wave++) {
      plans.add(new WavePlan(new ArrayList<>(), new ArrayList<>()));
    }
    for (GeneratedFile file : shuffled(uploads, random)) {
      if (file.upload() == 1) {
        int wave = random.nextInt(file.kind().isUploadedAgain() ? waves - 1 : waves);
        firstWave.put(file.path(), wave);
        plans.get(wave).side(random.nextInt(10) < 4).add(file);
      }
    }
    for (GeneratedFile file : shuffled(uploads, random)) {
      if (file.upload() > 1) {
        int first = firstWave.getOrDefault(file.path(), 0);
        int wave = first + 1 + random.nextInt(waves - first - 1);
        // Rows do not tell two versions with the same bytes apart, so nothing may be under way.
        boolean quiet = file.kind() == FileKind.COPY || random.nextBoolean();
        plans.get(wave).side(quiet).add(file);
      }
    }
    return plans;
  }

  private List<GeneratedFile> side(boolean isQuiet) {
    return isQuiet ? quiet : busy;
  }

  private static List<GeneratedFile> shuffled(
      List<GeneratedFile> uploads, SplittableRandom random) {
    List<GeneratedFile> shuffled = new ArrayList<>(uploads);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      GeneratedFile file = shuffled.get(i);
      shuffled.set(i, shuffled.get(other));
      shuffled.set(other, file);
    }
    return shuffled;
  }
}
