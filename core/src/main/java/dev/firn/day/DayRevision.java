package dev.firn.day;

/**
 * What was pinned when a day became ready.
 *
 * @param number 1 for the first
 * @param snapshotId the snapshot that holds the day whole and compacted
 * @param content what is in it
 */
public record DayRevision(int number, long snapshotId, DayContent content) {}
