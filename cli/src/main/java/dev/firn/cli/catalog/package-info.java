/**
 * The verbs on catalogs: {@code tables}, {@code namespaces}, {@code describe}, {@code history},
 * {@code rename}, {@code drop}, {@code undrop}, {@code register}, {@code unregister}, {@code
 * migrate}, {@code relocate}.
 *
 * <p>Entry class: {@link dev.firn.cli.catalog.CatalogOptions}, which opens the catalog that a verb
 * is about and turns what Iceberg throws into errors with codes.
 */
@NullMarked
package dev.firn.cli.catalog;

import org.jspecify.annotations.NullMarked;
