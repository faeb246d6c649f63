package dev.firn.parquet;

import dev.firn.batch.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;

/** Gathers a row group in memory, leaf by leaf, and writes it out as a whole. */
final class RowGroupWriter {
  /** Rows that go from one column to its leaf writer at a time: they stay in the cache. */
  private static final int STRIDE = 2048;

  private final ParquetWriterOptions options;
  private final List<LeafWriter> leaves = new ArrayList<>();
  private int rowCount;

  RowGroupWriter(List<Leaf> leaves, ParquetWriterOptions options, ParquetBuffers buffers) {
    this.options = options;
    for (Leaf leaf : leaves) {
      this.leaves.add(LeafWriter.of(leaf, options, buffers));
    }
  }

  int rowCount() {
    return rowCount;
  }

  List<LeafWriter> leaves() {
    return leaves;
  }

  void bind(Batch batch, int rows) {
    for (LeafWriter leaf : leaves) {
      leaf.bind(batch.root(), rows);
    }
  }

  /** Appends some of {@code rows[from, to)}, at least one; returns how many. */
  int append(int[] rows, int from, int to) {
    int toPageEnd = options.pageRows() - rowCount % options.pageRows();
    int count = Math.min(Math.min(STRIDE, to - from), toPageEnd);
    for (LeafWriter leaf : leaves) {
      leaf.append(rows, from, from + count);
    }
    rowCount += count;
    return count;
  }

  /** Memory of the row group so far, about; also its bytes in the file, about. */
  long sizeBytes() {
    long sum = 0;
    for (LeafWriter leaf : leaves) {
      sum += leaf.chunkBytes();
    }
    return sum;
  }

  /** Memory of the row group so far, by the capacity of arrays. */
  long heldBytes() {
    long sum = 0;
    for (LeafWriter leaf : leaves) {
      sum += leaf.heldBytes();
    }
    return sum;
  }

  /** Finishes the pages in hand, early, and gives up the arrays that gathered them. */
  void endPages() {
    for (LeafWriter leaf : leaves) {
      leaf.endPage();
      leaf.release();
    }
  }

  /** Finishes the pages and writes them; the leaf writers keep the indexes until {@link #begin}. */
  RowGroup writeTo(PositionOutputStream out) throws IOException {
    long start = out.getPos();
    long uncompressed = 0;
    long compressed = 0;
    List<ColumnChunk> chunks = new ArrayList<>(leaves.size());
    for (LeafWriter leaf : leaves) {
      leaf.endChunk();
      long chunkStart = out.getPos();
      leaf.pages().dictionaryPage().writeTo(out);
      leaf.pages().dataPages().writeTo(out);
      ColumnChunk chunk = new ColumnChunk(0);
      chunk.setMeta_data(metaData(leaf, chunkStart));
      chunks.add(chunk);
      uncompressed += leaf.pages().uncompressedBytes();
      compressed += leaf.pages().compressedBytes();
    }
    RowGroup group = new RowGroup(chunks, uncompressed, rowCount);
    group.setFile_offset(start);
    group.setTotal_compressed_size(compressed);
    return group;
  }

  /** Begins the next row group; the last one's memory goes back to the buffers. */
  void begin() {
    rowCount = 0;
    for (LeafWriter leaf : leaves) {
      leaf.beginChunk();
    }
  }

  private ColumnMetaData metaData(LeafWriter writer, long start) {
    Leaf leaf = writer.leaf;
    ChunkPages pages = writer.pages();
    boolean hasDictionary = pages.dictionaryPage().size() > 0;
    ColumnMetaData data = new ColumnMetaData();
    data.setType(leaf.physical().thrift());
    data.setPath_in_schema(leaf.path());
    data.setCodec(
        options.codec() == Codec.ZSTD ? CompressionCodec.ZSTD : CompressionCodec.UNCOMPRESSED);
    data.setNum_values(pages.valueCount());
    data.setTotal_uncompressed_size(pages.uncompressedBytes());
    data.setTotal_compressed_size(pages.compressedBytes());
    data.setData_page_offset(start + pages.dictionaryPage().size());
    data.addToEncodings(Encoding.RLE);
    if (hasDictionary) {
      data.setDictionary_page_offset(start);
      data.addToEncodings(Encoding.PLAIN);
      data.addToEncoding_stats(new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1));
    }
    for (Map.Entry<Encoding, Integer> count : pages.pageCounts().entrySet()) {
      if (!data.getEncodings().contains(count.getKey())) {
        data.addToEncodings(count.getKey());
      }
      data.addToEncoding_stats(
          new PageEncodingStats(PageType.DATA_PAGE, count.getKey(), count.getValue()));
    }
    data.setStatistics(ChunkStatistics.of(leaf, writer.chunkRange(), pages.nullCount()));
    return data;
  }
}
