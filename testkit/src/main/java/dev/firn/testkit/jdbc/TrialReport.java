package dev.firn.testkit.jdbc;

import java.util.ArrayList;
import java.util.List;

/** What trials saw; any thread. */
public final class TrialReport {
  private int breaks;
  private int acknowledged;
  private int refused;
  private int unknown;
  private int conflicts;
  private int others;
  private final List<Violation> violations = new ArrayList<>();

  /** Changes during which a connection broke. */
  public synchronized int breaks() {
    return breaks;
  }

  /** Changes with an unknown outcome. */
  public synchronized int unknown() {
    return unknown;
  }

  /** Everything that must not be. */
  public synchronized List<Violation> violations() {
    return List.copyOf(violations);
  }

  /** How many of a kind must not be. */
  public synchronized long count(Violation.Kind kind) {
    return violations.stream().filter(violation -> violation.kind() == kind).count();
  }

  synchronized void told(Outcome outcome, boolean hasBroken) {
    breaks += hasBroken ? 1 : 0;
    switch (outcome) {
      case ACKNOWLEDGED -> acknowledged++;
      case REFUSED -> refused++;
      case UNKNOWN -> unknown++;
    }
  }

  synchronized void conflict() {
    conflicts++;
  }

  synchronized void other() {
    others++;
  }

  synchronized void violation(Violation.Kind kind, String text) {
    violations.add(new Violation(kind, text));
  }

  @Override
  public synchronized String toString() {
    StringBuilder text = new StringBuilder();
    text.append(breaks).append(" changes with a broken connection: ");
    text.append(acknowledged).append(" acknowledged in all, ");
    text.append(refused).append(" refused, ");
    text.append(unknown).append(" unknown; ");
    text.append(conflicts).append(" conflicts before a retry; ");
    text.append(others).append(" commits of others;");
    for (Violation.Kind kind : Violation.Kind.values()) {
      text.append(' ').append(kind).append(' ').append(count(kind));
    }
    return text.toString();
  }
}
