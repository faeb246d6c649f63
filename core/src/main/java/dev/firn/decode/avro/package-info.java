/**
 * Avro object container files (Avro specification, "Object Container Files"), matched to the
 * table's schema by the names of record fields.
 *
 * <p>Entry type: {@link dev.firn.decode.avro.AvroDecoder}, whose Javadoc has the rules; {@link
 * dev.firn.decode.avro.AvroFormat} makes it known.
 *
 * <p>Bottom up: {@code AvroContainer} hands out blocks, checked and decompressed ({@code
 * BlockCodec}); {@code AvroCursor} reads Avro's binary encoding; a tree of {@code AvroNode}s, made
 * by {@code AvroNodes} for a file's schema and a batch, puts values into columns; {@code AvroFile}
 * takes or rejects each row. A row that can't be taken is read to its end all the same, so that the
 * next one is found; bytes that are no Avro end the file.
 */
@NullMarked
package dev.firn.decode.avro;

import org.jspecify.annotations.NullMarked;
