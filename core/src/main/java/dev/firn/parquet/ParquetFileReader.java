package dev.firn.parquet;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.firn.batch.Batch;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.format.ColumnMetaData;
import org.jspecify.annotations.Nullable;

/**
 * Reads Parquet files that {@link ParquetFileWriter} wrote, row group by row group.
 *
 * <p>Columns are matched by field id at every depth; one that the file lacks is read as nulls,
 * required or not. Values are widened where the table's type has become wider since (int to long,
 * float to double, decimals of more digits). Encodings and codecs that the writer does not write
 * are refused. A broken file gives an error and no rows; every page's CRC is checked. Owned by one
 * thread.
 */
public final class ParquetFileReader implements AutoCloseable {
  private final String location;
  private final SeekableInputStream in;
  private final Footer footer;
  private final RowGroupBounds bounds;
  private final @Nullable ColumnReader[] columns;
  private final Schema projection;
  private final ZstdDecompressCtx zstd;

  private ParquetFileReader(
      String location, SeekableInputStream in, Footer footer, Schema projection)
      throws IOException {
    this.location = location;
    this.in = in;
    this.footer = footer;
    this.projection = projection;
    this.bounds = new RowGroupBounds(footer, projection);
    this.columns = Projection.fields(projection.asStruct(), footer.root());
    this.zstd = new ZstdDecompressCtx();
  }

  /**
   * Opens a file and reads its footer: two requests.
   *
   * @param projection the columns to read, by field id
   * @throws FirnException with {@link ErrorCode#TABLE} if the file is broken or can't be read as
   *     the projection asks, {@link ErrorCode#STORAGE} if storage fails
   */
  public static ParquetFileReader open(InputFile in, Schema projection) {
    String location = in.location();
    SeekableInputStream stream = stream(in);
    try {
      Footer footer = Footer.read(stream, in.getLength());
      return new ParquetFileReader(location, stream, footer, projection);
    } catch (IOException | RuntimeException e) {
      FirnException failure = failure(location, "the footer", e);
      try {
        stream.close();
      } catch (IOException closing) {
        failure.addSuppressed(closing);
      }
      throw failure;
    }
  }

  /**
   * Which columns a Parquet file has, whoever wrote it and in whatever codec: two requests.
   *
   * @return by field id the names in the file from the top down to the column, at any depth; those
   *     without an id are left out
   * @throws FirnException with {@link ErrorCode#TABLE} if it is not a whole Parquet file, {@link
   *     ErrorCode#STORAGE} if storage fails
   */
  public static Map<Integer, List<String>> columnsById(InputFile in) {
    try (SeekableInputStream stream = stream(in)) {
      Map<Integer, List<String>> columns = new HashMap<>();
      collect(Footer.readSchema(stream, in.getLength()), List.of(), columns);
      return columns;
    } catch (IOException | RuntimeException e) {
      throw failure(in.location(), "the footer", e);
    }
  }

  private static void collect(
      FileNode group, List<String> path, Map<Integer, List<String>> columns) {
    for (FileNode child : group.children()) {
      List<String> below = new ArrayList<>(path);
      below.add(child.element().getName());
      if (child.element().isSetField_id()) {
        columns.put(child.element().getField_id(), List.copyOf(below));
      }
      collect(child, below, columns);
    }
  }

  private static SeekableInputStream stream(InputFile in) {
    try {
      return in.newStream();
    } catch (UncheckedIOException e) {
      throw failure(in.location(), "the footer", e);
    }
  }

  /** Whether {@link ParquetFileWriter} wrote the file, by the footer's word. */
  public boolean isOwn() {
    return footer.createdBy().startsWith(FooterBuilder.PROGRAM);
  }

  /** How many row groups there are. */
  public int rowGroupCount() {
    return footer.rowGroups().size();
  }

  /** What the footer tells about a row group; {@code 0 <= index < rowGroupCount()}. */
  public RowGroup rowGroup(int index) {
    return bounds.of(footer.rowGroups().get(index));
  }

  /** Rows of all row groups. */
  public long rowCount() {
    long sum = 0;
    for (org.apache.parquet.format.RowGroup group : footer.rowGroups()) {
      sum += group.getNum_rows();
    }
    return sum;
  }

  /**
   * Appends a row group's rows to a batch: one request per projected leaf, whose pages are in
   * memory meanwhile.
   *
   * @param into of the projection's columns, without an unfinished row; after a failure as before
   * @throws FirnException with {@link ErrorCode#TABLE} if the file is broken
   */
  public void read(int rowGroup, Batch into) {
    if (into.columnCount() != projection.columns().size()) {
      throw new IllegalArgumentException("the batch has other columns than the projection");
    }
    int before = into.rowCount();
    try {
      readRows(footer.rowGroups().get(rowGroup), into);
    } catch (IOException | RuntimeException e) {
      into.truncate(before);
      throw failure(location, "row group " + rowGroup, e);
    }
  }

  private void readRows(org.apache.parquet.format.RowGroup group, Batch into) throws IOException {
    int rowCount = (int) group.getNum_rows();
    for (int i = 0; i < columns.length; i++) {
      ColumnReader column = columns[i];
      if (column != null) {
        Map<Integer, LeafReader> leaves = open(column.leafNodes(), group);
        column.readAll(node -> get(leaves, node), into.column(i), rowCount);
      }
    }
    for (int row = 0; row < rowCount; row++) {
      into.endRow();
    }
  }

  private static LeafReader get(Map<Integer, LeafReader> leaves, FileNode node) {
    LeafReader leaf = leaves.get(node.leafIndex());
    if (leaf == null) {
      throw new IllegalStateException("leaf " + node.leafIndex() + " is not open");
    }
    return leaf;
  }

  private Map<Integer, LeafReader> open(
      List<FileNode> nodes, org.apache.parquet.format.RowGroup group) throws IOException {
    Map<Integer, LeafReader> leaves = new HashMap<>();
    for (FileNode node : nodes) {
      ColumnMetaData data = group.getColumns().get(node.leafIndex()).getMeta_data();
      byte[] chunk =
          Footer.readBytes(in, Footer.startOf(data), (int) data.getTotal_compressed_size());
      leaves.put(node.leafIndex(), new LeafReader(node, chunk, data, zstd));
    }
    return leaves;
  }

  @Override
  public void close() {
    zstd.close();
    try {
      in.close();
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "closing " + location + " failed: " + e.getMessage(), e);
    }
  }

  private static FirnException failure(String location, String part, Exception cause) {
    if (cause instanceof FirnException) {
      return (FirnException) cause;
    }
    boolean storage = cause instanceof RuntimeIOException || cause instanceof UncheckedIOException;
    boolean known =
        cause instanceof IOException
            || cause instanceof MalformedPageException
            || cause instanceof ZstdException;
    return new FirnException(
        storage ? ErrorCode.STORAGE : ErrorCode.TABLE,
        "reading "
            + part
            + " of "
            + location
            + " failed: "
            + (known ? cause.getMessage() : cause.toString())
            + "; if the file is whole, read it with another reader, else restore it",
        cause);
  }
}
