package dev.firn.transform;

import dev.firn.transform.eval.Values;
import org.apache.iceberg.types.Type;

/** Values and their type. */
record Typed(Values values, Type type) {}
