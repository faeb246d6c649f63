package dev.firn.migrate;

import dev.firn.migrate.MigrationTarget.Origin;
import java.time.Instant;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What one migration means to do.
 *
 * @param location where the journal is
 * @param from the source and the table's name there
 * @param target the target's name
 * @param as the table's name at the target
 * @param metadataLocation the pointer that is fenced and registered
 * @param uuid the table's UUID, for people
 * @param targetMark the target's history before
 * @param begun when
 */
public record JournalEntry(
    String location,
    Origin from,
    String target,
    TableIdentifier as,
    String metadataLocation,
    String uuid,
    String targetMark,
    Instant begun) {}
