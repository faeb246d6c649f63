package dev.firn.testkit.jdbc;

import org.apache.iceberg.catalog.Catalog;

/**
 * The two catalogs of a trial, on the same rows.
 *
 * @param tested its connections can be broken
 * @param clean its connections never break: the other writer, and the judge's eyes
 * @param cleanWrites the file IO of the clean catalog
 */
public record Clients(Catalog tested, Catalog clean, MetadataWrites cleanWrites) {}
