/**
 * The list of source files that are in the table, with what became of each.
 *
 * <p>Immutable files beside the table: a root (JSON) lists segments (Parquet) of entries, one per
 * version of a source file; {@code docs/ledger.md} specifies format and protocol.
 *
 * <p>Entry classes: {@link dev.firn.ledger.LedgerHead} says which root counts, {@link
 * dev.firn.ledger.LedgerStore} reads and writes roots and segments, {@link
 * dev.firn.ledger.NextRoot} is the content of the next root, {@link dev.firn.ledger.LedgerIndex}
 * finds what is known of a file, {@link dev.firn.ledger.DedupeRule} judges a sighting by it.
 *
 * <p>Invariants: a root or segment is never changed once written; nothing counts until a snapshot
 * names its root, and which root counts is decided by the table's snapshots alone; of two entries
 * of one file version the one in the later segment of a root counts, so only neighbouring segments
 * are merged.
 */
@NullMarked
package dev.firn.ledger;

import org.jspecify.annotations.NullMarked;
