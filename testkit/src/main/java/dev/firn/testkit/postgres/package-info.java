/**
 * A PostgreSQL server for tests, on any Linux machine, as root too.
 *
 * <p>Entry class: {@link dev.firn.testkit.postgres.PostgresServer}. Invariants: nothing is
 * installed, and no process or file outlives the test, also when that is killed.
 */
@NullMarked
package dev.firn.testkit.postgres;

import org.jspecify.annotations.NullMarked;
