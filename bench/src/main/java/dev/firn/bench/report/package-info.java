/**
 * What a benchmark found, for people and for programs.
 *
 * <p>Entry class: {@link dev.firn.bench.report.Report}. Invariant: what is printed and what is in
 * the JSON file are the same figures.
 */
@NullMarked
package dev.firn.bench.report;

import org.jspecify.annotations.NullMarked;
