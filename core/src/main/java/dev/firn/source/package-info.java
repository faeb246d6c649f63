/**
 * Which source files exist: identities, notices, listings, path patterns.
 *
 * <p>Entry types: {@link dev.firn.source.NoticeSource} says that files exist, {@link
 * dev.firn.source.SourceStore} lists and opens them. Invariants: a notice may come twice, late or
 * never, so nothing here decides whether a file was ingested (the ledger does); a notice that was
 * not acknowledged is delivered again, at the latest after a restart.
 */
@NullMarked
package dev.firn.source;

import org.jspecify.annotations.NullMarked;
