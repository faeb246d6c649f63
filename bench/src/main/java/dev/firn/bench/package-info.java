/** Benchmarks; off by default. */
@NullMarked
package dev.firn.bench;

import org.jspecify.annotations.NullMarked;
