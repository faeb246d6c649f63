package dev.firn.day;

import java.util.Locale;

/** How far a day has come. */
public enum DayPhase {
  /** Rows may come; it has not ended, or the wait for late files has not. */
  OPEN,
  /** It is found out whether everything is in. */
  CLOSING,
  /** Everything is in; its files are made full-size. */
  COMPACTING,
  /** A revision has been pinned and tagged; it is being announced. */
  READY,
  /** The newest revision has been announced. */
  PUBLISHED;

  /** The word that the ledger holds and people read. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  static DayPhase ofCode(String code) {
    for (DayPhase phase : values()) {
      if (phase.code().equals(code)) {
        return phase;
      }
    }
    throw new IllegalArgumentException("no phase of a day '" + code + "'");
  }
}
