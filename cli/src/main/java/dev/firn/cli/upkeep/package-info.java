/**
 * Commands that keep a table small: they have the names that Spark's procedures have. Entry class:
 * {@link dev.firn.cli.upkeep.UpkeepCommand}.
 */
@NullMarked
package dev.firn.cli.upkeep;

import org.jspecify.annotations.NullMarked;
