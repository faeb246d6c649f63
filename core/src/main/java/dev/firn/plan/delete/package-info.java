/**
 * Which delete files belong to a data file, as Iceberg's specification attaches them: {@link
 * dev.firn.plan.delete.DeleteIndex}.
 */
@NullMarked
package dev.firn.plan.delete;

import org.jspecify.annotations.NullMarked;
