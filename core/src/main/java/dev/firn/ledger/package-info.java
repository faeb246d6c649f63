/**
 * The list of source files that are in the table, with what became of each.
 *
 * <p>Immutable files beside the table: a root (JSON) lists segments (Parquet) of entries, one per
 * source file; {@code docs/ledger.md} specifies format and protocol. Entry classes: {@link
 * dev.firn.ledger.LedgerStore} reads and writes them. Invariants: a root or segment is never
 * changed once written; which root counts is decided by the table's snapshots alone.
 */
@NullMarked
package dev.firn.ledger;

import org.jspecify.annotations.NullMarked;
