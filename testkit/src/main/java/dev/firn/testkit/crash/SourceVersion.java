package dev.firn.testkit.crash;

import dev.firn.source.FileIdentity;
import dev.firn.testkit.generate.FileTruth;
import dev.firn.testkit.generate.GeneratedFile;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One version of a source file, with all that can have become of it. */
final class SourceVersion {
  private final GeneratedFile file;
  private final long[] goodRows;
  private EnumSet<Fate> possible = EnumSet.of(Fate.UNSEEN);
  private @Nullable FileIdentity identity;
  private boolean present;
  private boolean distorted;
  private boolean everIngested;
  private boolean onDisk;
  private boolean announced;

  SourceVersion(GeneratedFile file) {
    this.file = file;
    this.goodRows = goodRows(file);
  }

  /** The ids of the rows that have to get into the table if the file does, ascending. */
  private static long[] goodRows(GeneratedFile file) {
    FileTruth truth = file.truth();
    if (truth.refusal().isPresent()) {
      return new long[0];
    }
    long[] ids = new long[truth.goodRows()];
    int count = 0;
    int nextBad = 0;
    for (int line = 1; line <= truth.rows(); line++) {
      if (nextBad < truth.badRows().size() && truth.badRows().get(nextBad).line() == line) {
        nextBad++;
      } else {
        ids[count++] = GeneratedFile.rowId(file.number(), line);
      }
    }
    return ids;
  }

  /** The upload that brought the version. */
  GeneratedFile file() {
    return file;
  }

  /** The array stays this object's. */
  long[] goodRows() {
    return goodRows;
  }

  boolean hasRows() {
    return goodRows.length > 0;
  }

  /** What can have become of it, one or more; a copy. */
  EnumSet<Fate> possible() {
    return EnumSet.copyOf(possible);
  }

  boolean can(Fate fate) {
    return possible.contains(fate);
  }

  boolean must(Fate fate) {
    return possible.equals(EnumSet.of(fate));
  }

  void set(Set<Fate> fates) {
    if (fates.isEmpty()) {
      throw new IllegalArgumentException("something has become of " + this);
    }
    possible = EnumSet.copyOf(fates);
    everIngested |= possible.contains(Fate.INGESTED);
  }

  /** Whether its rows are in the table more than once, or not all of them. */
  boolean isDistorted() {
    return distorted;
  }

  void setDistorted(boolean now) {
    distorted = now;
  }

  /** Whether its rows are in the table's current snapshot. */
  boolean isPresent() {
    return present;
  }

  void setPresent(boolean now) {
    present = now;
  }

  /** Whether an ingester may ever have found it ingested. */
  boolean wasEverIngested() {
    return everIngested;
  }

  /** Whether it is what lies under its path now. */
  boolean isOnDisk() {
    return onDisk;
  }

  /** Whether ingesters have been, or will be, told of it. */
  boolean isAnnounced() {
    return announced;
  }

  void dropped(FileIdentity as) {
    identity = as;
    onDisk = true;
  }

  void gone() {
    onDisk = false;
  }

  void announce() {
    announced = true;
  }

  /** What storage said of it when it was dropped. */
  Optional<FileIdentity> identity() {
    return Optional.ofNullable(identity);
  }

  @Override
  public String toString() {
    return file.path() + " upload " + file.upload() + " (" + file.kind() + ", " + possible + ")";
  }
}
