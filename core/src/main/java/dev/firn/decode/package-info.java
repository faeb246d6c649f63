/**
 * Bytes of a source file become columns of a batch; what does not fit is rejected, never lost.
 *
 * <p>Entry type: {@link dev.firn.decode.Decoder}. Invariants: rows in = rows appended + rows
 * rejected, for each file; a row is appended whole or not at all; a file counts only after {@link
 * dev.firn.decode.FileDecoder#decode} has returned false, which says that its stream has ended
 * cleanly.
 */
@NullMarked
package dev.firn.decode;

import org.jspecify.annotations.NullMarked;
