package dev.firn.day;

/** The process ends here: an error, so that nothing catches it and tidies up. */
final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  SimulatedCrash(String where) {
    super(where);
  }
}
