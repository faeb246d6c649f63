/**
 * What keeps a table's metadata and files from growing for ever: snapshot expiry, merging of
 * manifests, clean-up of orphans and of the ledger. For any Iceberg table, one with a ledger or
 * without.
 *
 * <p>Entry class: {@link dev.firn.upkeep.TableUpkeep}. Its parts: {@link
 * dev.firn.upkeep.SnapshotExpiry}, {@link dev.firn.upkeep.ManifestMerge}, {@link
 * dev.firn.upkeep.OrphanFiles}, {@link dev.firn.upkeep.LedgerCleanup}.
 *
 * <p>Invariants: the ledger's head is the same root in the same snapshot before and after, or
 * nothing is done; whatever a retained snapshot, a tag, the metadata's log, the ledger's head or
 * its chain names stays; nothing is deleted that is younger than the retention, since it may belong
 * to a commit under way; a location that is spelled in another way than the metadata spells it is
 * never taken for an orphan.
 */
@NullMarked
package dev.firn.upkeep;

import org.jspecify.annotations.NullMarked;
