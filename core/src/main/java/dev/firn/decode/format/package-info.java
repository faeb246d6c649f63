/**
 * Formats of source files by name, and what each of them is told.
 *
 * <p>Entry type: {@link dev.firn.decode.format.DecoderFormat}, found by {@link
 * dev.firn.decode.format.DecoderFormats}: a format makes a decoder, and a {@link
 * dev.firn.decode.format.SchemaSampler} that finds a schema in files. {@link
 * dev.firn.decode.format.RowTally} checks event times and counts rows for all of them. JSON lines
 * have more settings than others and are made by the pipeline itself.
 */
@NullMarked
package dev.firn.decode.format;

import org.jspecify.annotations.NullMarked;
