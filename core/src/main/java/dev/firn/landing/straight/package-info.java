/**
 * A backlog goes straight into files of the table's own spec, one open file per partition, with no
 * landing files and no compaction behind them: each row is encoded once.
 *
 * <p>{@link dev.firn.landing.straight.StraightFiles} is the entry. What holds:
 *
 * <ul>
 *   <li>Files are shared by all workers. What is handed over to be committed are the files of a
 *       <em>generation</em> with the entries of all source files whose rows are in them, after
 *       every worker has left it between two source files.
 *   <li>At most two generations are open: one that some workers have left, and the next.
 *   <li>Memory is bounded by a budget for each generation, not by the number of partitions: pages
 *       are ended early, then row groups. A batch of too many partitions is not taken and lands.
 * </ul>
 */
@NullMarked
package dev.firn.landing.straight;

import org.jspecify.annotations.NullMarked;
