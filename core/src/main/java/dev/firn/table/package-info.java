/**
 * Tables by text: schemas and partition rules as people write them, their changes as functions of
 * metadata, and the landing spec that Firn adds to a table.
 *
 * <p>Entry classes: {@link dev.firn.table.SchemaText}, {@link dev.firn.table.PartitionRules},
 * {@link dev.firn.table.PartitionEvolution}, {@link dev.firn.table.LandingSpec}; {@link
 * dev.firn.table.TableChangeLoop} commits a change. Invariants: what is parsed and formatted comes
 * back equal; every error names the text, the column in it and what would be allowed; nothing here
 * knows a catalog or storage but through the table operations that it is given.
 */
@NullMarked
package dev.firn.table;

import org.jspecify.annotations.NullMarked;
