/**
 * Values of formats that have types of their own (Avro, Parquet), put into columns: which type goes
 * into which column without a loss, and the conversions.
 *
 * <p>Entry types: {@link dev.firn.decode.typed.ValueSinks} makes a {@link
 * dev.firn.decode.typed.ValueSink} for a file's type and a table's column, or says that there is
 * none; {@link dev.firn.decode.typed.RowFault} says what is wrong with a row; {@link
 * dev.firn.decode.typed.TypedSample} finds a schema. Invariant: a sink appends exactly one value
 * per call, a null where it could not take what it got, so that columns stay in step until the row
 * is taken back.
 */
@NullMarked
package dev.firn.decode.typed;

import org.jspecify.annotations.NullMarked;
