/**
 * The {@code firn} command.
 *
 * <p>Entry class: {@link dev.firn.cli.Main}. Invariants: results go to standard output, everything
 * else to standard error; with {@code --json} standard output is one JSON document; a failure is
 * one line that names the value, the place and the next step, and its exit code comes from {@link
 * dev.firn.error.ErrorCode}.
 */
@NullMarked
package dev.firn.cli;

import org.jspecify.annotations.NullMarked;
