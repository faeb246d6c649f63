package dev.firn.testkit.crash;

import dev.firn.source.FileIdentity;
import dev.firn.testkit.crash.TableState.Change;
import dev.firn.testkit.crash.TableState.Doubt;
import dev.firn.testkit.generate.GeneratedFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The oracle: what can have become of every version of every source file, by the rules of {@code
 * docs/ledger.md}, told from the rows in the table and from what operators did. It never reads the
 * ledger.
 *
 * <p>Where rows tell, one fate is possible; of a refused or an empty file it may not be known
 * whether a killed ingester came as far as recording it: then several are. One thread.
 */
final class Expectations {
  private static final int EXAMPLES_MAX = 3;

  private final List<String> problems;
  private final Map<String, List<SourceVersion>> byPath = new LinkedHashMap<>();
  private final Map<Long, List<SourceVersion>> byNumber = new HashMap<>();

  /** What could be said when a root was committed. */
  private final Map<String, Map<SourceVersion, EnumSet<Fate>>> byRoot = new HashMap<>();

  /** Whose rows the data files hold, decided when a file is first seen. */
  private final Map<String, Map<Long, SourceVersion>> owners = new HashMap<>();

  /**
   * @param problems where violations are told
   */
  Expectations(List<String> problems) {
    this.problems = problems;
  }

  /** A file was put into place; it may be the version that was there before. */
  SourceVersion dropped(GeneratedFile file, FileIdentity identity) {
    List<SourceVersion> versions = byPath.computeIfAbsent(file.path(), path -> new ArrayList<>());
    if (file.isSameVersionAgain()) {
      return versions.get(versions.size() - 1);
    }
    versions.forEach(SourceVersion::gone);
    SourceVersion version = new SourceVersion(file);
    version.dropped(identity);
    versions.add(version);
    byNumber.computeIfAbsent(file.number(), number -> new ArrayList<>()).add(version);
    return version;
  }

  /** All versions, those of a path one after the other. */
  List<SourceVersion> versions() {
    return byPath.values().stream().flatMap(Collection::stream).toList();
  }

  /** The versions of a path. */
  List<SourceVersion> versions(String path) {
    return byPath.getOrDefault(path, List.of());
  }

  /** Ingesters were at work: each file that is there may have been dealt with. */
  void mayHaveBeenSeen() {
    for (SourceVersion version : versions()) {
      if (version.isOnDisk()) {
        EnumSet<Fate> fates = version.possible();
        for (Fate fate : version.possible()) {
          fates.addAll(outcomes(version, fate, false));
        }
        version.set(withRows(version, fates));
      }
    }
  }

  /** A run has dealt with everything that was announced, and nobody interfered. */
  void wereSeen(TableState state) {
    for (SourceVersion version : versions()) {
      if (version.isOnDisk() && version.isAnnounced()) {
        EnumSet<Fate> fates = EnumSet.noneOf(Fate.class);
        for (Fate fate : version.possible()) {
          fates.addAll(outcomes(version, fate, true));
        }
        if (version.hasRows() && !version.isPresent()) {
          fates.remove(Fate.INGESTED);
        }
        if (fates.isEmpty()) {
          problems.add("lost: no row of " + version + " is in the table after a run");
        } else {
          version.set(fates);
        }
      }
    }
    remember(state);
  }

  /**
   * What is possible now is what the root of the current snapshot says, unless that snapshot was
   * made current by a move, after which another root has its word too.
   */
  void remember(TableState state) {
    state
        .ownRoot()
        .filter(root -> state.propertyRoot().equals(Optional.of(root)))
        .ifPresent(this::remember);
  }

  /**
   * What follows when an ingester meets a version.
   *
   * @param alone whether the ingester knew the newest state
   */
  private Set<Fate> outcomes(SourceVersion version, Fate fate, boolean alone) {
    if (!fate.isOpen()) {
      return EnumSet.of(fate);
    }
    Fate byContent = version.file().truth().refusal().isPresent() ? Fate.REJECTED : Fate.INGESTED;
    EnumSet<Fate> fates = EnumSet.of(byContent);
    if (fate == Fate.UNSEEN) {
      for (SourceVersion other : versions(version.file().path())) {
        if (other != version && other.hasRows()) {
          if (other.can(Fate.INGESTED) || (!alone && other.wasEverIngested())) {
            fates.add(Fate.REJECTED);
          }
          if (alone && other.must(Fate.INGESTED)) {
            fates.remove(Fate.INGESTED);
          }
        }
      }
    }
    return fates;
  }

  /** Takes a new state of the table in. */
  void moved(TableState state, RowFiles rows) {
    if (state.change() == Change.MOVE || state.change() == Change.REPLACED) {
      recombine(state);
    }
    state.liveFiles().ifPresent(files -> look(state, rowsByVersion(files, rows)));
    remember(state);
  }

  /** Some root's word counts, by the decision of an operator. */
  void adopted(String root) {
    Map<SourceVersion, EnumSet<Fate>> then = at(root);
    for (SourceVersion version : versions()) {
      version.set(withRows(version, then.getOrDefault(version, EnumSet.of(Fate.UNSEEN))));
    }
  }

  /** The ledger has been emptied. */
  void reset() {
    for (SourceVersion version : versions()) {
      boolean there = version.hasRows() && version.isPresent();
      version.set(EnumSet.of(there ? Fate.UNLISTED : Fate.UNSEEN));
    }
  }

  /** All versions of a path are to be read again, if their rows are not there. */
  void replayed(String path) {
    for (SourceVersion version : versions(path)) {
      EnumSet<Fate> fates = version.possible();
      if (fates.remove(Fate.WITHDRAWN) | fates.remove(Fate.REJECTED)) {
        fates.add(Fate.REPLAY);
      }
      version.set(fates);
    }
  }

  /** Whether a root lists just those rows that are in the table. */
  boolean describesTable(String root) {
    if (!byRoot.containsKey(root) || isDistorted()) {
      return false;
    }
    Map<SourceVersion, EnumSet<Fate>> then = at(root);
    for (SourceVersion version : versions()) {
      EnumSet<Fate> fates = then.getOrDefault(version, EnumSet.of(Fate.UNSEEN));
      boolean listed = fates.contains(Fate.INGESTED);
      if (version.hasRows() && listed != version.isPresent()) {
        return false;
      }
    }
    return true;
  }

  /** Whether any rows are in the table more than once. */
  boolean isDistorted() {
    return versions().stream().anyMatch(SourceVersion::isDistorted);
  }

  /** The roots that were committed so far. */
  Set<String> roots() {
    return byRoot.keySet();
  }

  private void remember(String root) {
    Map<SourceVersion, EnumSet<Fate>> now = new HashMap<>();
    versions().forEach(version -> now.put(version, version.possible()));
    byRoot.put(root, now);
  }

  private Map<SourceVersion, EnumSet<Fate>> at(String root) {
    return byRoot.getOrDefault(root, Map.of());
  }

  /** After a move: what the roots that the state names say together. */
  private void recombine(TableState state) {
    Map<SourceVersion, EnumSet<Fate>> lost = state.propertyRoot().map(this::at).orElse(Map.of());
    Map<SourceVersion, EnumSet<Fate>> head = state.headRoot().map(this::at).orElse(Map.of());
    for (SourceVersion version : versions()) {
      EnumSet<Fate> fates = EnumSet.noneOf(Fate.class);
      for (Fate before : lost.getOrDefault(version, EnumSet.of(Fate.UNSEEN))) {
        for (Fate now : head.getOrDefault(version, EnumSet.of(Fate.UNSEEN))) {
          fates.add(Fate.afterRollback(before, now));
        }
      }
      version.set(fates);
    }
  }

  private void look(TableState state, Map<SourceVersion, List<Long>> rowsByVersion) {
    for (SourceVersion version : versions()) {
      List<Long> found = rowsByVersion.getOrDefault(version, List.of());
      boolean present = !found.isEmpty();
      long[] sorted = found.stream().mapToLong(Long::longValue).sorted().toArray();
      boolean distorted = present && !Arrays.equals(sorted, version.goodRows());
      version.setDistorted(distorted);
      // Who cherry-picks rows that are there already doubles them; an ingester has to stop then.
      if (distorted && state.doubt() == Doubt.NEVER) {
        problems.add(wrongRows(state, version, sorted));
      }
      boolean came = present && !version.isPresent();
      if (came
          && state.change() == Change.LEDGER
          && version.possible().stream().noneMatch(Fate::isOpen)) {
        problems.add("came back by itself: " + version + " in " + name(state));
      }
      version.setPresent(present);
      if (came && state.change() == Change.LEDGER) {
        version.set(EnumSet.of(Fate.INGESTED));
      } else {
        version.set(withRows(version, version.possible()));
      }
    }
  }

  /** What is possible of it, given that its rows are there, or are not. */
  private static EnumSet<Fate> withRows(SourceVersion version, EnumSet<Fate> fates) {
    if (!version.hasRows()) {
      return fates;
    }
    EnumSet<Fate> left = EnumSet.copyOf(fates);
    left.removeIf(fate -> fate.hasRows() != version.isPresent());
    if (left.isEmpty()) {
      // Rows without an entry, or an entry without rows: only an operator can have brought it
      // about.
      left.add(version.isPresent() ? Fate.UNLISTED : Fate.WITHDRAWN);
    }
    return left;
  }

  private Map<SourceVersion, List<Long>> rowsByVersion(List<String> files, RowFiles rows) {
    Map<SourceVersion, List<Long>> found = new HashMap<>();
    for (String file : files) {
      Map<Long, SourceVersion> ownersOfFile =
          owners.computeIfAbsent(file, location -> new HashMap<>());
      for (long id : rows.ids(file)) {
        if (!RowFiles.isForeign(id)) {
          Optional.ofNullable(
                  ownersOfFile.computeIfAbsent(RowFiles.number(id), number -> owner(number, file)))
              .ifPresent(owner -> found.computeIfAbsent(owner, o -> new ArrayList<>()).add(id));
        }
      }
    }
    return found;
  }

  /** Of two versions with the same bytes, the one that can have been taken in just now. */
  private SourceVersion owner(long number, String file) {
    List<SourceVersion> versions = byNumber.getOrDefault(number, List.of());
    if (versions.isEmpty()) {
      throw new IllegalStateException("rows that nobody generated: " + number + " in " + file);
    }
    return versions.stream()
        .filter(version -> version.isOnDisk() && version.possible().stream().anyMatch(Fate::isOpen))
        .findFirst()
        .orElse(versions.get(0));
  }

  private static String wrongRows(TableState state, SourceVersion version, long[] found) {
    List<String> examples = new ArrayList<>();
    long[] good = version.goodRows();
    int doubled = 0;
    int lost = 0;
    for (long id : good) {
      int at = Arrays.binarySearch(found, id);
      boolean twice =
          at >= 0
              && ((at > 0 && found[at - 1] == id)
                  || (at + 1 < found.length && found[at + 1] == id));
      lost += at < 0 ? 1 : 0;
      doubled += twice ? 1 : 0;
      if ((at < 0 || twice) && examples.size() < EXAMPLES_MAX) {
        examples.add(String.valueOf(id));
      }
    }
    return (doubled > 0 ? "doubled: " : "lost: ")
        + version
        + ": "
        + good.length
        + " rows expected, "
        + found.length
        + " found, "
        + doubled
        + " doubled, "
        + lost
        + " lost, as "
        + examples
        + ", in "
        + name(state);
  }

  private static String name(TableState state) {
    String location = state.metadata().metadataFileLocation();
    return location.substring(location.lastIndexOf('/') + 1);
  }
}
