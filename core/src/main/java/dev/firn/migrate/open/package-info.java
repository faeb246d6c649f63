/**
 * Any catalog by its URI.
 *
 * <p>Entry class: {@link dev.firn.migrate.open.Catalogs}. Clients that need libraries which Firn
 * does not bring are looked for by name; a missing one is an error that says what to add.
 */
@NullMarked
package dev.firn.migrate.open;

import org.jspecify.annotations.NullMarked;
