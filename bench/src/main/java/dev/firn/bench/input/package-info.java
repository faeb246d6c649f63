/**
 * What benchmarks read: generated log files, the pipelines that take them, and scratch folders.
 *
 * <p>Entry class: {@link dev.firn.bench.input.LogFiles}. Invariant: the same seed gives the same
 * rows; only their day moves along.
 */
@NullMarked
package dev.firn.bench.input;

import org.jspecify.annotations.NullMarked;
