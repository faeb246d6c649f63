/**
 * Locations in a table's metadata, rewritten: the table was moved or copied, or its writer used
 * relative paths.
 *
 * <p>Entry class: {@link dev.firn.migrate.relocation.Relocation}. What it reads it reads at the new
 * place; what it writes are new files beside those, under names that nobody has:
 *
 * <pre>
 * metadata.json          location, storage properties, manifest lists, statistics, metadata log
 *  └ manifest list       manifest_path, manifest_length
 *     └ manifest         file_path, referenced_data_file, bounds of the path column
 *        └ position deletes, deletion vectors     the paths of the data files inside
 * </pre>
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>No file that exists is changed or deleted.
 *   <li>Everything but locations, and the lengths of files that were written anew, stays as it was
 *       letter by letter: Avro records are copied under the schema of their own file, so status,
 *       snapshot ids, sequence numbers, row ids and fields that this version does not know survive.
 *   <li>A location that stays relative, or a file that is not at its new place, is an error before
 *       anybody sees the new metadata.
 * </ul>
 */
@NullMarked
package dev.firn.migrate.relocation;

import org.jspecify.annotations.NullMarked;
