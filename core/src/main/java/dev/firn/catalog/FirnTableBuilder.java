package dev.firn.catalog;

import dev.firn.io.Locations;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Catalog.TableBuilder;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg's builder, with Firn's defaults and checks: the owner's properties win over the defaults,
 * and on a replacement so do those that the table has.
 */
final class FirnTableBuilder implements TableBuilder {
  private final FirnCatalog catalog;
  private final TableIdentifier table;
  private final TableBuilder iceberg;
  private final Map<String, String> owners = new HashMap<>();

  FirnTableBuilder(FirnCatalog catalog, TableIdentifier table, TableBuilder iceberg) {
    this.catalog = catalog;
    this.table = table;
    this.iceberg = iceberg;
  }

  @Override
  public TableBuilder withPartitionSpec(@Nullable PartitionSpec spec) {
    iceberg.withPartitionSpec(spec);
    return this;
  }

  @Override
  public TableBuilder withSortOrder(@Nullable SortOrder sortOrder) {
    iceberg.withSortOrder(sortOrder);
    return this;
  }

  @Override
  public TableBuilder withLocation(@Nullable String location) {
    iceberg.withLocation(location == null ? null : Locations.canonical(location));
    return this;
  }

  @Override
  public TableBuilder withProperties(@Nullable Map<String, String> properties) {
    if (properties != null) {
      owners.putAll(properties);
    }
    return this;
  }

  @Override
  public TableBuilder withProperty(String key, String value) {
    owners.put(key, value);
    return this;
  }

  @Override
  public Table create() {
    requireNamespace();
    return prepared(null).create();
  }

  @Override
  public Transaction createTransaction() {
    requireNamespace();
    return prepared(null).createTransaction();
  }

  @Override
  public Transaction replaceTransaction() {
    return prepared(catalog.operations(table).current()).replaceTransaction();
  }

  @Override
  public Transaction createOrReplaceTransaction() {
    requireNamespace();
    return prepared(catalog.operations(table).current()).createOrReplaceTransaction();
  }

  private TableBuilder prepared(@Nullable TableMetadata existing) {
    TableDefaults.checkFormatVersion(table, owners);
    return iceberg.withProperties(
        existing == null
            ? TableDefaults.complete(owners)
            : TableDefaults.complete(owners, existing));
  }

  /** Asked first so that a refused table leaves no folder in the warehouse. */
  private void requireNamespace() {
    if (!catalog.namespaceExists(table.namespace())) {
      throw new NoSuchNamespaceException("Namespace does not exist: %s", table.namespace());
    }
  }
}
