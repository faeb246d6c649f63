/**
 * What other programs say of a table: the truth that Firn is compared with.
 *
 * <p>Entry class: {@link dev.firn.testkit.oracle.TableRows}, which reads with Iceberg's own generic
 * reader.
 */
@NullMarked
package dev.firn.testkit.oracle;

import org.jspecify.annotations.NullMarked;
