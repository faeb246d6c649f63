package dev.firn.landing;

import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * The table that rows land in, as of the moment when a worker was set up.
 *
 * @param schema the batches' schema, with the table's field ids
 * @param tableSpec the table's default spec, whose tuple rows are clustered by
 * @param landingSpec the spec that landing files are written under: the day field, or none
 * @param io creates and deletes files
 * @param locations says where data files go
 */
public record LandingTarget(
    Schema schema,
    PartitionSpec tableSpec,
    PartitionSpec landingSpec,
    FileIO io,
    LocationProvider locations) {}
