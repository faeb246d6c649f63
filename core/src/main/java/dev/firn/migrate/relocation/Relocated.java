package dev.firn.migrate.relocation;

/**
 * What was written.
 *
 * @param metadataLocation the new metadata file
 * @param location the table's location, now
 * @param snapshots how many snapshots it has
 * @param manifestLists manifest lists written
 * @param manifests manifests written
 * @param deleteFiles files of position deletes and deletion vectors written
 * @param dataFiles data and delete files that the kept snapshots name
 */
public record Relocated(
    String metadataLocation,
    String location,
    int snapshots,
    int manifestLists,
    int manifests,
    int deleteFiles,
    long dataFiles) {}
