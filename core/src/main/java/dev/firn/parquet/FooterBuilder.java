package dev.firn.parquet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/** Collects what stands behind the row groups: page indexes and the footer. */
final class FooterBuilder {
  static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** What the name of every version of the writer begins with. */
  static final String PROGRAM = "firn version ";

  /** In the form that parquet-java's version parser takes. */
  static final String CREATED_BY = PROGRAM + "0.1.0 (build 0)";

  private final Schema schema;
  private final FileSchema fileSchema;
  private final ParquetWriterOptions options;
  private final List<RowGroup> rowGroups = new ArrayList<>();
  private final List<List<ChunkIndexes>> indexes = new ArrayList<>();
  private long rowCount;

  private record ChunkIndexes(Optional<ColumnIndex> columnIndex, OffsetIndex offsetIndex) {}

  FooterBuilder(Schema schema, FileSchema fileSchema, ParquetWriterOptions options) {
    this.schema = schema;
    this.fileSchema = fileSchema;
    this.options = options;
  }

  /** Takes in a row group that has been written. */
  void addRowGroup(RowGroup group, List<LeafWriter> leaves) {
    if (rowGroups.size() <= Short.MAX_VALUE) {
      group.setOrdinal((short) rowGroups.size());
    }
    rowCount += group.getNum_rows();
    List<ChunkIndexes> chunks = new ArrayList<>(leaves.size());
    for (int i = 0; i < leaves.size(); i++) {
      ColumnMetaData data = group.getColumns().get(i).getMeta_data();
      PageIndex index = leaves.get(i).pages().index();
      chunks.add(
          new ChunkIndexes(index.columnIndex(), index.offsetIndex(data.getData_page_offset())));
    }
    rowGroups.add(group);
    indexes.add(chunks);
  }

  /** Where the row groups begin. */
  List<Long> splitOffsets() {
    List<Long> offsets = new ArrayList<>(rowGroups.size());
    for (RowGroup group : rowGroups) {
      offsets.add(group.getFile_offset());
    }
    return offsets;
  }

  /** Writes indexes, footer, its length and the magic bytes. */
  void writeTo(PositionOutputStream out) throws IOException {
    ByteSink tail = new ByteSink(1 << 12);
    long start = out.getPos();
    writeColumnIndexes(start, tail);
    writeOffsetIndexes(start, tail);
    int footerStart = tail.size();
    Util.writeFileMetaData(fileMetaData(), tail);
    tail.writeInt(tail.size() - footerStart);
    tail.write(MAGIC, 0, MAGIC.length);
    tail.writeTo(out);
  }

  private void writeColumnIndexes(long start, ByteSink tail) throws IOException {
    for (int g = 0; g < rowGroups.size(); g++) {
      for (int c = 0; c < indexes.get(g).size(); c++) {
        Optional<ColumnIndex> index = indexes.get(g).get(c).columnIndex();
        if (index.isPresent()) {
          int from = tail.size();
          Util.writeColumnIndex(index.get(), tail);
          ColumnChunk chunk = rowGroups.get(g).getColumns().get(c);
          chunk.setColumn_index_offset(start + from);
          chunk.setColumn_index_length(tail.size() - from);
        }
      }
    }
  }

  private void writeOffsetIndexes(long start, ByteSink tail) throws IOException {
    for (int g = 0; g < rowGroups.size(); g++) {
      for (int c = 0; c < indexes.get(g).size(); c++) {
        int from = tail.size();
        Util.writeOffsetIndex(indexes.get(g).get(c).offsetIndex(), tail);
        ColumnChunk chunk = rowGroups.get(g).getColumns().get(c);
        chunk.setOffset_index_offset(start + from);
        chunk.setOffset_index_length(tail.size() - from);
      }
    }
  }

  private FileMetaData fileMetaData() {
    // Version 1: the format asks writers to say so until it has settled what version 2 means.
    FileMetaData footer = new FileMetaData(1, fileSchema.elements(), rowCount, rowGroups);
    footer.setCreated_by(CREATED_BY);
    Map<String, String> entries = new TreeMap<>(options.keyValues());
    entries.put("iceberg.schema", SchemaParser.toJson(schema));
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      KeyValue keyValue = new KeyValue(entry.getKey());
      keyValue.setValue(entry.getValue());
      footer.addToKey_value_metadata(keyValue);
    }
    for (int i = 0; i < fileSchema.leaves().size(); i++) {
      footer.addToColumn_orders(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()));
    }
    return footer;
  }
}
