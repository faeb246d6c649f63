/**
 * Tables by text: schemas and partition rules as people write them, and the landing spec that Firn
 * adds to a table.
 *
 * <p>Entry classes: {@link dev.firn.table.SchemaText}, {@link dev.firn.table.PartitionRules},
 * {@link dev.firn.table.LandingSpec}. Invariants: what is parsed and formatted comes back equal;
 * every error names the text, the column in it and what would be allowed; nothing here talks to a
 * catalog or to storage.
 */
@NullMarked
package dev.firn.table;

import org.jspecify.annotations.NullMarked;
