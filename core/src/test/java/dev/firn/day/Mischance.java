package dev.firn.day;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Lets the n-th call from now on end the process, or fail once. */
final class Mischance {
  private int callsToCrash;
  private int callsToFailure;
  private boolean suspended;

  void crashAt(int call) {
    callsToCrash = call;
  }

  void failAt(int call) {
    callsToFailure = call;
  }

  void disarm() {
    callsToCrash = 0;
    callsToFailure = 0;
  }

  /** Nothing happens to what is done meanwhile: it is another process. */
  void suspend(boolean on) {
    suspended = on;
  }

  /** Whether this very call is the one at which the process ends. */
  boolean isCrashDue() {
    return !suspended && callsToCrash > 0 && --callsToCrash == 0;
  }

  void call(String what) {
    if (isCrashDue()) {
      throw new SimulatedCrash(what);
    }
    if (!suspended && callsToFailure > 0 && --callsToFailure == 0) {
      throw new UncheckedIOException(new IOException("injected: " + what));
    }
  }
}
