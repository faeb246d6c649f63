/**
 * A day of log files from a seed, with every fault that such files have in practice, and the truth
 * about them.
 *
 * <p>{@link dev.firn.testkit.generate.GeneratorPlan} says what to make, {@link
 * dev.firn.testkit.generate.LogGenerator} lists the files and makes their bytes, {@link
 * dev.firn.testkit.generate.Replay} writes them into a folder as time goes by, {@link
 * dev.firn.testkit.generate.Oracle} says what has to become of them and checks the rows of a table.
 * Invariants: the same plan gives the same files to the last byte, on every machine and JDK; every
 * row has an id of its own (file number · 2^20 + line), so rows can be compared as a multiset.
 */
@NullMarked
package dev.firn.testkit.generate;

import org.jspecify.annotations.NullMarked;
