package dev.firn.error;

import java.util.Collection;
import java.util.Optional;

/** Finds the known word that somebody most likely meant. */
public final class Nearest {
  private Nearest() {}

  /** The nearest of the words, if it is no further away than a third of its length. */
  public static Optional<String> of(String word, Collection<String> words) {
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : words) {
      int distance = distance(word, candidate);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return best != null && bestDistance <= Math.max(2, best.length() / 3)
        ? Optional.of(best)
        : Optional.empty();
  }

  /** Levenshtein's edit distance. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(change, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
