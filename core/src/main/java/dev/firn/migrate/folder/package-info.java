/**
 * Tables without a catalog, as Hadoop catalogs keep them: the folder is the name, and the newest
 * {@code v<N>.metadata.json} is the pointer.
 *
 * <p>Entry classes: {@link dev.firn.migrate.folder.FolderWarehouse} (what tables there are), {@link
 * dev.firn.migrate.folder.FolderTable} (one of them, and its fence).
 *
 * <p>A writer commits version N by renaming a file to {@code v<N>.metadata.json}, or {@code
 * v<N>.gz.metadata.json}, if nobody has that name; {@code version-hint.text} names a version from
 * which readers look for the next ones. The fence takes the names of version N+1 before a writer
 * does, and leads everybody who looks afresh to a file that is no metadata:
 *
 * <pre>
 * v7.metadata.json                          the last version, which goes to another catalog
 * v8.metadata.json, v8.gz.metadata.json     the block: metadata on which no writer commits
 * (v9 is missing)
 * v10.metadata.json                         the stone: no metadata
 * version-hint.text                         11, which is missing
 * </pre>
 *
 * <p>Invariants: local folders only, where taking a name is atomic; a version that exists is never
 * changed; a tombstone is removed only when a writer has taken the version it stands for under
 * another name.
 */
@NullMarked
package dev.firn.migrate.folder;

import org.jspecify.annotations.NullMarked;
