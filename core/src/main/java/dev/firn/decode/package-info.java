/**
 * Bytes of a source file become columns of a batch; what does not fit is rejected, never lost.
 *
 * <p>Entry type: {@link dev.firn.decode.Decoder}. Invariants: rows in = rows appended + rows
 * rejected, for each file; a row is appended whole or not at all; a file counts only after {@link
 * dev.firn.decode.FileDecoder#decode} has returned false, which says that its stream has ended
 * cleanly.
 *
 * <p>JSON lines, bottom up: {@code LineBuffer} holds the bytes around a row and a sentinel behind
 * them; {@code JsonStrings}, {@code JsonNumbers}, {@code IsoTimes}, {@code BinaryText} read tokens;
 * {@code ScalarReader} and {@code RowReader} put them into the columns that a tree of {@code
 * ValueNode}s names; {@code JsonLinesFile} takes or rejects each row. No exception is thrown for a
 * row: methods return a position or −1, and {@code RowError} says why.
 */
@NullMarked
package dev.firn.decode;

import org.jspecify.annotations.NullMarked;
