/**
 * Catalogs: where a table's one pointer is kept, and how it is moved.
 *
 * <p>Entry classes: {@link dev.firn.catalog.FirnCatalog} (Iceberg's {@code Catalog}), {@link
 * dev.firn.catalog.FirnTableOperations} (one table: load, and swap the pointer once), {@link
 * dev.firn.catalog.PointerStore} (the rows below, and the place to inject faults).
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A pointer moves by compare-and-set only, from the metadata file that a change was built on
 *       to the one that was written, durably, before.
 *   <li>After a database error the outcome is read from the pointer and the metadata's own log,
 *       never assumed; while it can't be told, nothing is deleted.
 *   <li>The rows are those of Iceberg's {@code JdbcCatalog} and pyiceberg's {@code SqlCatalog}:
 *       either can open the same database, and does not notice this one.
 * </ul>
 */
@NullMarked
package dev.firn.catalog;

import org.jspecify.annotations.NullMarked;
