package dev.firn.day;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a coordinator waits, and for what.
 *
 * @param lateness after a day's end, for late files
 * @param giveUp after a day's end, for a day that is not complete; or after it was closed again
 * @param gather after late rows were seen, for more of them
 * @param keepTags how long snapshot expiry has to leave a day's tags alone
 * @param first the first day to be looked after; without one, the first that a landing has rows of
 */
public record DaySettings(
    Duration lateness,
    Duration giveUp,
    Duration gather,
    Duration keepTags,
    Optional<String> first) {}
