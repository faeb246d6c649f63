/**
 * Parquet files written straight from columns and read straight into columns, without Hadoop.
 *
 * <p>Entry classes: {@link dev.firn.parquet.ParquetFileWriter}, {@link
 * dev.firn.parquet.ParquetFileReader}. The reader reads what the writer writes; files of other
 * writers are read with Iceberg's own readers. Invariant: every file is valid for strict readers of
 * the Parquet format and carries Iceberg's field ids.
 */
@NullMarked
package dev.firn.parquet;

import org.jspecify.annotations.NullMarked;
