/**
 * Parquet files of other writers as source files, matched to the table's schema by name.
 *
 * <p>Entry type: {@link dev.firn.formats.parquet.ParquetDecoder}, whose Javadoc has the rules;
 * {@link dev.firn.formats.parquet.ParquetFormat} makes it known. (Files of our own, ledger segments
 * and landing files, are read by {@code dev.firn.parquet} of core, which is faster and knows fewer
 * encodings.)
 *
 * <p>Bottom up: {@code Footer} and {@code SchemaConversion} read what the file says of itself, and
 * check it against the file's length; {@code ChunkPages} reads pages one at a time, checked and
 * decompressed ({@code PageCodec}); parquet-column decodes their values; {@code LeafReader} walks
 * over them with their levels; a tree of {@code ParquetNode}s, made by {@code ParquetNodes} for a
 * file's schema and a batch, puts rows together again; {@code ParquetFile} takes or rejects each
 * row.
 *
 * <p>Invariant: nothing is allocated by a size that a file states before that size was checked
 * against the bytes that are there; memory per column is one page and one dictionary.
 */
@NullMarked
package dev.firn.formats.parquet;

import org.jspecify.annotations.NullMarked;
