/**
 * Tables from one catalog to another without moving a byte, and without two catalogs ever being
 * able to write one table.
 *
 * <p>Entry classes: {@link dev.firn.migrate.Migration}, between a {@link
 * dev.firn.migrate.MigrationSource} and a {@link dev.firn.migrate.MigrationTarget}. Beside them:
 * {@code folder} (tables without a catalog), {@code relocation} (locations rewritten), {@code open}
 * (any catalog by its URI).
 *
 * <pre>
 *            source                                target
 * look       pointer P                             name free, nobody has the table
 * journal    (a file beside the table: what, from where, to where, P)
 * fence      P ──compare-and-set──► tombstone      nobody can write it anywhere
 * settle     tombstone is still there
 * register   tombstone                             pointer P
 * finish     (a file beside the journal: done)
 * </pre>
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>At most one entry can be written at any moment; while the table is on its way, none.
 *   <li>The two catalogs say how far a migration is, the journal says what was meant: whoever runs
 *       it again, on any machine, carries it to the end. Killed before the fence, nothing has
 *       happened; killed after it, it can only go forward.
 *   <li>The fence is one compare-and-set on exactly the metadata file that is registered, so a
 *       commit is either before it and in the table, or finds nothing to replace.
 *   <li>A migration registers once: what happened to the table at the target since (renamed,
 *       dropped, moved on) is not undone by running it again.
 * </ul>
 */
@NullMarked
package dev.firn.migrate;

import org.jspecify.annotations.NullMarked;
