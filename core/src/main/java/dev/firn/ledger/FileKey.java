package dev.firn.ledger;

import java.time.LocalDate;
import java.util.Optional;

/**
 * What to look up: a source file by its location, whatever its version.
 *
 * @param location canonical, as in {@link dev.firn.source.FileIdentity}
 * @param day the day in its path by the day rule in force, if the rule gives one; spares the
 *     look-up most of the ledger
 */
public record FileKey(String location, Optional<LocalDate> day) {}
