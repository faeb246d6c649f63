/**
 * Files: local storage without Hadoop, and the strict opening of compressed source files.
 *
 * <p>Entry classes: {@link dev.firn.io.LocalFileIo} (Iceberg's {@code FileIO} over a local disk),
 * {@link dev.firn.io.Locations} (the one spelling of a location) and {@link
 * dev.firn.io.SourceCompression} (gzip and zstd, every member and trailer checked).
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A file appears under its final name whole, durable, or not at all; neither a crash nor a
 *       second writer of the same name can leave half of one.
 *   <li>A compressed stream that ended without an exception was complete and its checksums were
 *       right; how the bytes below arrive has no influence on the outcome.
 * </ul>
 */
@NullMarked
package dev.firn.io;

import org.jspecify.annotations.NullMarked;
