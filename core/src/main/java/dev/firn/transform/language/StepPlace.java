package dev.firn.transform.language;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;

/**
 * Where something stands in the list of steps, for messages.
 *
 * @param number of the step, from 1
 * @param kind what the step does, with the column it fills if it has several parts: {@code derive
 *     day}
 */
public record StepPlace(int number, String kind) {
  /** A failure of the whole step. */
  public FirnException error(String problem) {
    return new FirnException(ErrorCode.CONFIG, this + ": " + problem);
  }

  /** A failure at a place of its text, from 0; the message counts from 1. */
  public FirnException error(String text, int position, String problem) {
    return new FirnException(
        ErrorCode.CONFIG, this + " '" + text + "', column " + (position + 1) + ": " + problem);
  }

  @Override
  public String toString() {
    return "transform step " + number + " (" + kind + ")";
  }
}
