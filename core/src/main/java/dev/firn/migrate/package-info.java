/** Placeholder. */
@NullMarked
package dev.firn.migrate;

import org.jspecify.annotations.NullMarked;
