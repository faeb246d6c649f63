/**
 * Data files of every writer through Iceberg's own readers, with their deletes applied, as columns.
 *
 * <p>Entry class: {@link dev.firn.formats.iceberg.IcebergFileReader}, found as a service by
 * compaction. Slow, since it makes an object per row; only for what Firn's own reader can't read.
 */
@NullMarked
package dev.firn.formats.iceberg;

import org.jspecify.annotations.NullMarked;
