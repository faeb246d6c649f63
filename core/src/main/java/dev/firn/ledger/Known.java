package dev.firn.ledger;

import dev.firn.source.FileIdentity;
import java.time.Instant;

/**
 * The newest that the ledger knows of one version of a source file.
 *
 * @param file which version of which file
 * @param status what became of it
 * @param rowsWritten rows that its commit put into the table
 * @param committed when that was
 */
public record Known(FileIdentity file, FileStatus status, long rowsWritten, Instant committed) {}
