/**
 * The verbs on partition rules, {@code partition show|add|drop|replace|verify}, and {@code sql}.
 *
 * <p>Entry classes: {@link dev.firn.cli.partition.PartitionCommand}, {@link
 * dev.firn.cli.partition.SqlCommand}. Changes go through {@link dev.firn.table.ddl.DdlSession},
 * whichever verb asks for them.
 */
@NullMarked
package dev.firn.cli.partition;

import org.jspecify.annotations.NullMarked;
