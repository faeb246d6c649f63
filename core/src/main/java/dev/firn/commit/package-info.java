/**
 * Data files and ledger become visible in one compare-and-set on the catalog.
 *
 * <p>Entry class: {@link dev.firn.commit.Committer}. A change is built as a pure function of one
 * base metadata ({@link dev.firn.commit.PinnedOperations}) and swapped in once; on a conflict
 * everything is loaded and checked afresh and built anew. Invariants: a source file's rows become
 * visible together with its ledger entry or not at all; after an unknown outcome nothing is deleted
 * and the same commit id is tried again until the outcome is known; no other code of Firn writes
 * the {@code firn.ledger} key.
 */
@NullMarked
package dev.firn.commit;

import org.jspecify.annotations.NullMarked;
