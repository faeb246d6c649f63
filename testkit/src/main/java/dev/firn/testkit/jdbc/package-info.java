/**
 * A database whose connections break at a chosen moment, and what a catalog must make of it.
 *
 * <p>Entry classes: {@link dev.firn.testkit.jdbc.Breaker}, which stands between a catalog and its
 * connections (with {@link dev.firn.testkit.jdbc.BreakingDriver} for catalogs that look their
 * driver up); {@link dev.firn.testkit.jdbc.CommitTrial}, which appends through a catalog under test
 * while connections break and another writer commits in the window. Invariants: what a {@link
 * dev.firn.testkit.jdbc.Break} does to the database is what it says and nothing else; a trial
 * judges by the table itself, read with Iceberg through connections that do not break, and not by
 * anything that the catalog under test says about itself.
 */
@NullMarked
package dev.firn.testkit.jdbc;

import org.jspecify.annotations.NullMarked;
