package dev.firn.parquet;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** Which columns a Parquet file has, whoever wrote it and in whatever codec. Immutable. */
public final class FileColumns {
  private final FileNode root;

  private FileColumns(FileNode root) {
    this.root = root;
  }

  /**
   * Reads a file's footer: two requests.
   *
   * @throws FirnException with {@link ErrorCode#TABLE} if it is not a whole Parquet file, {@link
   *     ErrorCode#STORAGE} if storage fails
   */
  public static FileColumns read(InputFile in) {
    try (SeekableInputStream stream = in.newStream()) {
      return new FileColumns(Footer.readSchema(stream, in.getLength()));
    } catch (UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "reading the footer of " + in.location() + " failed: " + e, e);
    } catch (IOException | RuntimeException e) {
      throw new FirnException(
          ErrorCode.TABLE,
          "reading the footer of " + in.location() + " failed: " + e.getMessage(),
          e);
    }
  }

  /** Whether columns carry field ids; without, none is found by its id. */
  public boolean hasFieldIds() {
    return root.children().stream().anyMatch(node -> node.element().isSetField_id());
  }

  /** The names in the file from the top down to the column with a field id. */
  public Optional<List<String>> pathOf(int fieldId) {
    return pathOf(root, fieldId);
  }

  private static Optional<List<String>> pathOf(FileNode group, int fieldId) {
    for (FileNode child : group.children()) {
      String name = child.element().getName();
      if (child.hasId(fieldId)) {
        return Optional.of(List.of(name));
      }
      Optional<List<String>> below = pathOf(child, fieldId);
      if (below.isPresent()) {
        List<String> path = new ArrayList<>(below.get());
        path.add(0, name);
        return Optional.of(List.copyOf(path));
      }
    }
    return Optional.empty();
  }
}
