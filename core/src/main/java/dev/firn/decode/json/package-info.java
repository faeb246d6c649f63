/**
 * JSON lines: one JSON object per line, matched to the table's schema by name.
 *
 * <p>Entry types: {@link dev.firn.decode.json.JsonLinesDecoder}, whose Javadoc has the rules, and
 * {@link dev.firn.decode.json.SchemaInference}.
 *
 * <p>Bottom up: {@code LineBuffer} holds the bytes around a row and a sentinel behind them; {@code
 * JsonStrings} and {@code JsonSkipper} read tokens; {@code ScalarReader} and {@code RowReader} put
 * them into the columns that a tree of {@code ValueNode}s names; {@code JsonLinesFile} takes or
 * rejects each row. {@code UnknownMembers} reads what has no column, {@code RescueText} puts it
 * together, {@code SeenKeys} notices keys that stand twice, {@code InferredType} finds types for
 * columns that are not there. No exception is thrown for a row: methods return a position or −1,
 * and {@code RowError} says why.
 */
@NullMarked
package dev.firn.decode.json;

import org.jspecify.annotations.NullMarked;
