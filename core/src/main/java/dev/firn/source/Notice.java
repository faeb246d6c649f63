package dev.firn.source;

import java.io.Serializable;
import java.time.Instant;

/**
 * Word that a file exists.
 *
 * @param file the file as the notice or listing describes it
 * @param path the file's path below the source's root, with {@code /} between parts; what a {@link
 *     PathPattern} matches
 * @param seenAt when the word came
 * @param receipt what the source needs to acknowledge it; opaque to everybody else
 */
public record Notice(FileIdentity file, String path, Instant seenAt, String receipt)
    implements Serializable {}
