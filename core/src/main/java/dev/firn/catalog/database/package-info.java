/**
 * The databases that hold pointers: connections, short transactions, the tables and triggers of the
 * catalog, and the statements on the rows that all clients share.
 *
 * <p>Entry classes: {@link dev.firn.catalog.database.Database} (transactions), {@link
 * dev.firn.catalog.database.SqlDialect} (what SQLite and PostgreSQL do in their own ways), {@link
 * dev.firn.catalog.database.TableRows} and {@link dev.firn.catalog.database.NamespaceRows}.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>What finds the database busy has changed nothing and is done again; a failure in a commit
 *       is reported as one that may have been applied.
 *   <li>Knows nothing of pointers' stores, tables' metadata or files: those are built on it.
 *   <li>Every statement binds its values, and none matches by pattern.
 * </ul>
 */
@NullMarked
package dev.firn.catalog.database;

import org.jspecify.annotations.NullMarked;
