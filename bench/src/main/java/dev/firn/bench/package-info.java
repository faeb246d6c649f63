/**
 * Benchmarks, off by default; {@code bench/run} runs them.
 *
 * <p>Entry class: {@link dev.firn.bench.Bench}. Invariants: a figure is a ratio of runs that were
 * made in turn within one call; every run checks how many rows it wrote.
 */
@NullMarked
package dev.firn.bench;

import org.jspecify.annotations.NullMarked;
