package dev.firn.testkit.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.exceptions.NotFoundException;

/**
 * What compacted files stand for: the files that they replaced, down to those that nobody
 * compacted. So whose rows they hold need not be guessed again. One thread.
 */
final class Lineage {
  private final RowFiles rows;
  private final List<String> problems;
  private final Map<String, Set<String>> replaced = new HashMap<>();
  private boolean blind;

  /**
   * @param problems where violations are told
   */
  Lineage(RowFiles rows, List<String> problems) {
    this.rows = rows;
    this.problems = problems;
  }

  /** A compaction took place: its rows have to be those of the files that it replaced. */
  void compacted(List<String> before, List<String> after, String where) {
    Set<String> removed = new LinkedHashSet<>(before);
    after.forEach(removed::remove);
    Set<String> added = new LinkedHashSet<>(after);
    before.forEach(added::remove);
    boolean same;
    try {
      same = idCounts(removed).equals(idCounts(added));
    } catch (NotFoundException e) {
      // Expired before anybody looked.
      missed();
      return;
    }
    if (!same) {
      problems.add("a compaction changed rows: " + removed + " became " + added + " in " + where);
    }
    Set<String> originals = new LinkedHashSet<>(expand(new ArrayList<>(removed)));
    added.forEach(file -> replaced.put(file, originals));
  }

  /** A compaction could not be looked at in time; from now on nothing is known of files. */
  void missed() {
    blind = true;
  }

  boolean isBlind() {
    return blind;
  }

  /** The files with each compacted one replaced by those that it stands for, as often as listed. */
  List<String> expand(List<String> files) {
    List<String> expanded = new ArrayList<>();
    Set<Set<String>> groups = new HashSet<>();
    for (String file : files) {
      Set<String> originals = replaced.get(file);
      if (originals == null) {
        expanded.add(file);
      } else if (groups.add(originals)) {
        expanded.addAll(originals);
      }
    }
    return expanded;
  }

  private Map<Long, Integer> idCounts(Set<String> files) {
    Map<Long, Integer> counts = new HashMap<>();
    for (String file : files) {
      for (long id : rows.ids(file)) {
        counts.merge(id, 1, Integer::sum);
      }
    }
    return counts;
  }
}
