package dev.firn.migrate;

/** The end of a process: nothing catches it. */
final class Killed extends Error {
  private static final long serialVersionUID = 1L;

  Killed(int call) {
    super("killed at call " + call);
  }
}
