/**
 * A crash harness: the real process is killed at seeded moments while other programs work on its
 * table, and the rows are compared with what the rules allow.
 *
 * <p>Entry class: {@link dev.firn.testkit.crash.CrashRun}, which plays the scenario of one seed:
 * files arrive doubled and shuffled, ingesters run alone and beside each other and are killed
 * ({@link dev.firn.testkit.crash.JavaLauncher} starts them), Iceberg's API rolls back,
 * cherry-picks, expires, appends, rewrites and replaces in between. The truth does not come from
 * the ledger: the log of the table's metadata files tells every movement of the pointer, Iceberg's
 * reader tells the rows of every data file, and {@code Expectations} holds, for each version of a
 * source file, what can have become of it by the rules of {@code docs/ledger.md}. Invariants: every
 * state that a reader could ever have seen is checked, not the last one only; a seed decides
 * everything but the timing of processes.
 */
@NullMarked
package dev.firn.testkit.crash;

import org.jspecify.annotations.NullMarked;
