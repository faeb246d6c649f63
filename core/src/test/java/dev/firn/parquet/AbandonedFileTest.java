package dev.firn.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.io.LocalFileIo;
import java.nio.file.Path;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbandonedFileTest {
  @TempDir private Path folder;

  @Test
  void aFileThatIsGivenUpNeverAppearsOnALocalDisk() {
    Schema schema = new Schema(Types.NestedField.optional(1, "s", Types.StringType.get()));
    String location = folder.resolve("a.parquet").toString();
    ParquetFileWriter.create(
            new LocalFileIo(false).newOutputFile(location), schema, ParquetWriterOptions.DEFAULT)
        .close();
    assertThat(folder).isEmptyDirectory();
  }
}
