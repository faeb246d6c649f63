/**
 * Catalogs: where a table's one pointer is kept, and how it is moved.
 *
 * <p>Entry classes: {@link dev.firn.catalog.FirnCatalog} (Iceberg's {@code Catalog}), {@link
 * dev.firn.catalog.FirnTableOperations} (one table: load, and swap the pointer once), {@link
 * dev.firn.catalog.CatalogTransaction} (several tables at once), {@link
 * dev.firn.catalog.PointerStore} (the rows below, and the place to inject faults), of which {@link
 * dev.firn.catalog.JdbcPointerStore} opens SQLite and PostgreSQL.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A pointer moves by compare-and-set only, from the metadata file that a change was built on
 *       to the one that was written, durably, before.
 *   <li>After a database error the outcome is read from the pointer and the metadata's own log,
 *       never assumed; while it can't be told, nothing is deleted.
 *   <li>Every movement of a pointer, by whichever client, is a row of the history, written in the
 *       pointer's own transaction; what was dropped is brought back from there.
 *   <li>A table has one entry in a database: its UUID and its location are in it once.
 *   <li>The rows are those of Iceberg's {@code JdbcCatalog} and pyiceberg's {@code SqlCatalog}:
 *       either can open the same database, and does not notice this one.
 * </ul>
 */
@NullMarked
package dev.firn.catalog;

import org.jspecify.annotations.NullMarked;
