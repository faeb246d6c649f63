/**
 * CSV files (RFC 4180), matched to the table's schema by the names in their first line.
 *
 * <p>Entry type: {@link dev.firn.decode.csv.CsvDecoder}, whose Javadoc has the rules; {@link
 * dev.firn.decode.csv.CsvFormat} makes it known.
 *
 * <p>Bottom up: {@code RecordBuffer} holds the bytes around a record; {@code RecordScanner} splits
 * it into fields, without a copy; {@code CellReader} puts a field into a column; {@code CsvFile}
 * takes or rejects each record. No exception is thrown for a record and no object made for a value.
 * {@code CsvSampler} finds a schema.
 */
@NullMarked
package dev.firn.decode.csv;

import org.jspecify.annotations.NullMarked;
