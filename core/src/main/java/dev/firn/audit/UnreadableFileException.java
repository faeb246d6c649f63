package dev.firn.audit;

/**
 * A reader can't read a file: its format, a codec or a type is not known to it, or it is broken.
 */
public final class UnreadableFileException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param why for a person, one line
   */
  public UnreadableFileException(String why, Throwable cause) {
    super(why, cause);
  }

  /** Without a cause. */
  public UnreadableFileException(String why) {
    super(why);
  }
}
