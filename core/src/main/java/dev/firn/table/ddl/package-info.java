/**
 * The data definition language of Spark with Iceberg's extension: a grammar written by hand, and
 * its execution on any Iceberg catalog.
 *
 * <p>Entry classes: {@link dev.firn.table.ddl.DdlParser} (a text into {@link
 * dev.firn.table.ddl.Statement}s), {@link dev.firn.table.ddl.DdlSession} (executes them).
 * Invariants: what can't be read is refused with the place and what was expected there; parsing
 * knows no catalog; a statement is one commit or none; changes of a table are functions of its
 * metadata ({@link dev.firn.table.TableChange}), committed in one place ({@link
 * dev.firn.table.TableChangeLoop}).
 */
@NullMarked
package dev.firn.table.ddl;

import org.jspecify.annotations.NullMarked;
