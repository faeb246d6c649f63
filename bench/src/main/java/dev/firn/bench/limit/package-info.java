/**
 * What turning log files into Parquet must cost at least.
 *
 * <p>Entry class: {@link dev.firn.bench.limit.LimitProgram}. Invariant: every stage is the fastest
 * of those at hand, chosen by measuring on the input itself, and only that one is counted.
 */
@NullMarked
package dev.firn.bench.limit;

import org.jspecify.annotations.NullMarked;
