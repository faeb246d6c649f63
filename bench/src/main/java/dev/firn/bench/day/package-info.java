/**
 * A day as a running ingester lives it, in simulated time: 20 producers, a file each every 30
 * seconds, a commit every minute, compaction and closing beside it. {@link
 * dev.firn.bench.day.DayBench} is the entry.
 */
@NullMarked
package dev.firn.bench.day;

import org.jspecify.annotations.NullMarked;
