package dev.firn.testkit.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.exceptions.NotFoundException;

/**
 * What compacted files stand for: the files that they replaced, down to those that nobody
 * compacted. So whose rows they hold need not be guessed again. One thread.
 */
final class Lineage {
  private final RowFiles rows;
  private final List<String> problems;

  /**
   * The groups that a file belongs to, the youngest last: which one counts depends on the state.
   */
  private final Map<String, List<Group>> groups = new HashMap<>();

  private boolean blind;

  /**
   * Files that stand for others as long as all of them are there.
   *
   * @param outputs compacted files
   * @param originals what they stand for
   */
  private record Group(Set<String> outputs, Set<String> originals) {}

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
    // A group of which only some files were replaced goes on in what came of those.
    Set<String> live = Set.copyOf(before);
    Set<String> outputs = new LinkedHashSet<>(added);
    Set<String> originals = new LinkedHashSet<>();
    for (String file : removed) {
      Optional<Group> group = groupOf(file, live);
      group.ifPresent(each -> outputs.addAll(each.outputs()));
      originals.addAll(group.map(Group::originals).orElse(Set.of(file)));
    }
    outputs.removeAll(removed);
    Group group = new Group(outputs, originals);
    outputs.forEach(file -> groups.computeIfAbsent(file, key -> new ArrayList<>()).add(group));
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
    Set<String> live = Set.copyOf(files);
    Set<Group> seen = new HashSet<>();
    for (String file : files) {
      Optional<Group> group = groupOf(file, live);
      if (group.isEmpty()) {
        expanded.add(file);
      } else if (seen.add(group.get())) {
        expanded.addAll(group.get().originals());
      }
    }
    return expanded;
  }

  /** The youngest group of a file that is whole among the files of a state. */
  private Optional<Group> groupOf(String file, Set<String> live) {
    List<Group> candidates = groups.getOrDefault(file, List.of());
    for (int i = candidates.size() - 1; i >= 0; i--) {
      if (live.containsAll(candidates.get(i).outputs())) {
        return Optional.of(candidates.get(i));
      }
    }
    return candidates.stream().findFirst();
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
