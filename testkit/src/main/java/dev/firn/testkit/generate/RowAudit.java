package dev.firn.testkit.generate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the multiset of row ids in a table with what has to be there; 1 byte of memory a row.
 * One thread.
 */
public final class RowAudit {
  /**
   * A content whose rows may be in the table.
   *
   * @param file one upload of it
   * @param min how often its rows are there at least
   * @param max how often at most
   */
  record Source(GeneratedFile file, int min, int max) {}

  /**
   * What came out.
   *
   * @param rows rows looked at
   * @param lost rows that are missing
   * @param doubled rows that are there too often, or should not be there at all
   * @param alien rows that were never generated
   * @param examples some of them, for a person
   */
  public record Verdict(long rows, long lost, long doubled, long alien, List<String> examples) {
    /** Whether the table is right. */
    public boolean isRight() {
      return lost == 0 && doubled == 0 && alien == 0;
    }
  }

  private static final int EXAMPLES_MAX = 20;
  private static final int LINE_MASK = (1 << GeneratedFile.LINE_BITS) - 1;

  private final Map<Long, byte[]> counts = new HashMap<>();
  private final List<Source> sources;
  private final List<List<Source>> oneOfEach;
  private final List<String> examples = new ArrayList<>();
  private long rows;
  private long alien;
  private long lost;
  private long doubled;

  /**
   * An audit.
   *
   * @param sources all contents; no number twice
   * @param oneOfEach groups of them of which exactly one has to be there, if one can be at all
   */
  RowAudit(List<Source> sources, List<List<Source>> oneOfEach) {
    this.sources = sources;
    this.oneOfEach = oneOfEach;
    for (Source source : sources) {
      counts.put(source.file().number(), new byte[source.file().truth().rows()]);
    }
  }

  /** A row of the table. */
  public void add(long rowId) {
    rows++;
    byte[] lines = counts.get(rowId >> GeneratedFile.LINE_BITS);
    int line = (int) rowId & LINE_MASK;
    if (lines == null || line < 1 || line > lines.length) {
      alien++;
      example("alien row " + rowId);
    } else if (lines[line - 1] < Byte.MAX_VALUE) {
      lines[line - 1]++;
    }
  }

  /** The result; call once, after all rows. */
  public Verdict verdict() {
    Map<Long, Source> bounds = new HashMap<>();
    sources.forEach(source -> bounds.put(source.file().number(), source));
    for (List<Source> group : oneOfEach) {
      chooseOne(group, bounds);
    }
    for (Source source : bounds.values()) {
      check(source);
    }
    return new Verdict(rows, lost, doubled, alien, List.copyOf(examples));
  }

  /** The one of a group with most rows there is taken for the one that was seen. */
  private void chooseOne(List<Source> group, Map<Long, Source> bounds) {
    long chosen = -1;
    long most = -1;
    for (Source source : group) {
      long present = present(source);
      if (source.max() > 0 && present > most) {
        chosen = source.file().number();
        most = present;
      }
    }
    for (Source source : group) {
      int times = source.file().number() == chosen ? 1 : 0;
      bounds.put(source.file().number(), new Source(source.file(), times, times));
    }
  }

  private long present(Source source) {
    long present = 0;
    for (byte count : lines(source)) {
      present += count;
    }
    return present;
  }

  private byte[] lines(Source source) {
    return counts.getOrDefault(source.file().number(), new byte[0]);
  }

  private void check(Source source) {
    byte[] lines = lines(source);
    List<FileTruth.BadRow> bad = source.file().truth().badRows();
    int nextBad = 0;
    for (int i = 0; i < lines.length; i++) {
      boolean isBad = nextBad < bad.size() && bad.get(nextBad).line() == i + 1;
      nextBad += isBad ? 1 : 0;
      int missing = (isBad ? 0 : source.min()) - lines[i];
      int tooMany = lines[i] - (isBad ? 0 : source.max());
      if (missing > 0) {
        lost += missing;
        example("lost: " + source.file().path() + " line " + (i + 1));
      } else if (tooMany > 0) {
        doubled += tooMany;
        example(tooMany + " too many: " + source.file().path() + " line " + (i + 1));
      }
    }
  }

  private void example(String text) {
    if (examples.size() < EXAMPLES_MAX) {
      examples.add(text);
    }
  }
}
