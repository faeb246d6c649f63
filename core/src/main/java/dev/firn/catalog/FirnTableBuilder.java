package dev.firn.catalog;

import dev.firn.io.Locations;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Catalog.TableBuilder;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg's builder, with Firn's defaults and checks: the owner's properties win over the defaults,
 * and on a replacement so do those that the table has.
 */
final class FirnTableBuilder implements TableBuilder {
  /**
   * Where the table is made.
   *
   * @param namespaceExists asked before anything is made
   * @param existing the table's metadata, if there is a table
   * @param finished what becomes of Iceberg's table object
   * @param defaults what the catalog sets where the table's owner says nothing
   */
  record Place(
      TableIdentifier table,
      Predicate<Namespace> namespaceExists,
      Supplier<@Nullable TableMetadata> existing,
      UnaryOperator<Table> finished,
      Map<String, String> defaults) {}

  private final Place place;
  private final TableBuilder iceberg;
  private final Map<String, String> owners = new HashMap<>();

  FirnTableBuilder(Place place, TableBuilder iceberg) {
    this.place = place;
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
    return place.finished().apply(prepared(null).create());
  }

  @Override
  public Transaction createTransaction() {
    requireNamespace();
    return prepared(null).createTransaction();
  }

  @Override
  public Transaction replaceTransaction() {
    return prepared(place.existing().get()).replaceTransaction();
  }

  @Override
  public Transaction createOrReplaceTransaction() {
    requireNamespace();
    return prepared(place.existing().get()).createOrReplaceTransaction();
  }

  private TableBuilder prepared(@Nullable TableMetadata existing) {
    place.defaults().forEach(owners::putIfAbsent);
    TableDefaults.checkFormatVersion(place.table(), owners);
    return iceberg.withProperties(
        existing == null
            ? TableDefaults.complete(owners)
            : TableDefaults.complete(owners, existing));
  }

  /** Asked first so that a refused table leaves no folder in the warehouse. */
  private void requireNamespace() {
    Namespace namespace = place.table().namespace();
    if (!place.namespaceExists().test(namespace)) {
      throw new NoSuchNamespaceException("Namespace does not exist: %s", namespace);
    }
  }
}
