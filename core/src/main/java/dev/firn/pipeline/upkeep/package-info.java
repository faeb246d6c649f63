/**
 * What a running ingester does beside its commits to keep things small: {@link
 * dev.firn.pipeline.upkeep.LedgerUpkeep} merges segments, {@link
 * dev.firn.pipeline.upkeep.LandingUpkeep} landing files, {@link
 * dev.firn.pipeline.upkeep.TableUpkeepThread} does what is left at a slow pace. Invariant: whatever
 * fails here can't harm a commit and is tried again later.
 */
@NullMarked
package dev.firn.pipeline.upkeep;

import org.jspecify.annotations.NullMarked;
