/**
 * Property tests from seeds: {@link dev.firn.testkit.random.Seeds} runs a trial many times, names
 * the seed that failed, and runs that one alone when it is given back.
 */
@NullMarked
package dev.firn.testkit.random;

import org.jspecify.annotations.NullMarked;
