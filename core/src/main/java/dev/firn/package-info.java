/** Firn: a stream of log files becomes daily lakehouse tables, exactly once. */
@NullMarked
package dev.firn;

import org.jspecify.annotations.NullMarked;
