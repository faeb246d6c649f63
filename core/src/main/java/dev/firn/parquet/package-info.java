/**
 * Parquet files written straight from columns and read straight into columns, without Hadoop.
 *
 * <p>Entry classes: {@link dev.firn.parquet.ParquetFileWriter}, {@link
 * dev.firn.parquet.ParquetFileReader}. The reader reads what the writer writes; files of other
 * writers are read with Iceberg's own readers.
 *
 * <p>The way of a value out: {@code Shredder} (levels and positions of a leaf) → {@code LeafWriter}
 * (gathers a page, chooses its encoding) → {@code ChunkPages} (compressed pages in memory) → {@code
 * RowGroupWriter} → {@code FooterBuilder}. And in: {@code Footer} → {@code Projection} → {@code
 * PageSource} (checked pages) → {@code LeafReader} → {@code ColumnReader} → batch.
 *
 * <pre>
 * file      = "PAR1" rowGroup* columnIndex* offsetIndex* footer footerLength "PAR1"
 * rowGroup  = chunk*                     one per leaf of the schema
 * chunk     = [dictionaryPage] dataPage*
 * dataPage  = header, then compressed: [repetitions] [definitions] values   (version 1, with CRC)
 * values    = PLAIN | RLE_DICTIONARY | DELTA_BINARY_PACKED (only if asked for)
 * </pre>
 *
 * <p>Invariants: every file is valid for strict readers of the Parquet format and carries Iceberg's
 * field ids; bounds, wherever they stand, never exclude a value, for any reader's idea of NaN,
 * signed zeros and the order of UUIDs; what is allocated while reading is bounded by the file's
 * length.
 */
@NullMarked
package dev.firn.parquet;

import org.jspecify.annotations.NullMarked;
