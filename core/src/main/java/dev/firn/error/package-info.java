/**
 * The one exception root of Firn and the table of its codes.
 *
 * <p>Entry class: {@link dev.firn.error.FirnException}. Invariant: every failure that a user may
 * see has an {@link dev.firn.error.ErrorCode}, and what the code means for the outside (exit code,
 * retryable or not) stands in that one enum.
 */
@NullMarked
package dev.firn.error;

import org.jspecify.annotations.NullMarked;
