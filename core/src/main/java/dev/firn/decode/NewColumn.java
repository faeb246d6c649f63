package dev.firn.decode;

import java.io.Serializable;
import org.apache.iceberg.types.Type;

/**
 * A column that a file's rows want and the schema lacks.
 *
 * @param parent full name of the struct that it lies in, as {@code items.element}; empty at the top
 * @param name its own name
 * @param type its type; all fields in it are optional, their ids mean nothing
 */
public record NewColumn(String parent, String name, Type type) implements Serializable {
  /** The name with those of all structs around it. */
  public String fullName() {
    return parent.isEmpty() ? name : parent + "." + name;
  }
}
