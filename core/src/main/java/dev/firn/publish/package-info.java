/**
 * How the world hears that a day is ready.
 *
 * <p>Entry class: {@link dev.firn.publish.Publisher}. It brings twins of the table up to the pinned
 * snapshot, writes {@code _SUCCESS} ({@link dev.firn.publish.DayMarker}) and calls a webhook, in
 * this order. Where: {@link dev.firn.publish.PublishFolder}, beside the ledger, where no engine's
 * clean-up looks.
 *
 * <p>Invariants: a marker appears whole or not at all; its text depends on the day and the revision
 * alone, so that writing it again changes nothing; the marker of a revision never takes the place
 * of a later one's for good; a webhook may be called again for a revision, with the same key.
 */
@NullMarked
package dev.firn.publish;

import org.jspecify.annotations.NullMarked;
