/**
 * Bytes of a source file become columns of a batch; what does not fit is rejected, never lost.
 *
 * <p>Entry type: {@link dev.firn.decode.Decoder}; a sub-package per format. Invariants: rows in =
 * rows appended + rows rejected, for each file; a row is appended whole or not at all; a file
 * counts only after {@link dev.firn.decode.FileDecoder#decode} has returned false, which says that
 * its stream has ended cleanly.
 *
 * <p>Here is what formats have in common: why rows and files are rejected, and how the texts of
 * values are read from bytes ({@link dev.firn.decode.NumberText}, {@link
 * dev.firn.decode.TimestampText}, {@link dev.firn.decode.IsoTimes}, {@link
 * dev.firn.decode.BinaryText}). None of these throws for a text that is none: they return −1 or
 * false.
 */
@NullMarked
package dev.firn.decode;

import org.jspecify.annotations.NullMarked;
