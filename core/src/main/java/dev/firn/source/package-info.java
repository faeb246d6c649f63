/**
 * Which source files exist: identities, notices, listings, path patterns.
 *
 * <p>Entry types: {@link dev.firn.source.NoticeSource} says that files exist, {@link
 * dev.firn.source.SourceStore} lists and opens them. Invariants: a notice may come twice, late or
 * never, so nothing here decides whether a file was ingested (the ledger does); a notice that was
 * not acknowledged is delivered again, at the latest after a restart. No source keeps a mark of how
 * far it has come: order of names or times never decides what is delivered.
 *
 * <p>Sources: {@link dev.firn.source.WatchedFolder}, {@link dev.firn.source.FolderListing} (both a
 * thin face of {@code FolderFeed}) and {@link dev.firn.source.NoticeFolder}; around each of them
 * {@link dev.firn.source.recall.RecallingSource}, for files that are wanted again after their
 * notices were acknowledged. Store: {@link dev.firn.source.LocalSourceStore}. Memory is bounded by
 * {@link dev.firn.source.FolderSettings}, however many files there are.
 */
@NullMarked
package dev.firn.source;

import org.jspecify.annotations.NullMarked;
