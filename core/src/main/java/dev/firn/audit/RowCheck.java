package dev.firn.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.batch.Batch;
import dev.firn.landing.PartitionCodes;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;

/** Compares rows with the recorded partition. */
final class RowCheck {
  private final PartitionCodes codes;
  private final RecordedPartition recorded;
  private final List<Integer> positions;
  private long rows;
  private long wrongRows;
  private String firstWrong = "";

  RowCheck(Schema projection, RecordedPartition recorded, List<Integer> positions) {
    this.codes = new PartitionCodes(projection, only(projection, recorded.spec(), positions));
    this.recorded = recorded;
    this.positions = positions;
  }

  /** The spec with the fields to check alone; its ids mean nothing. */
  private static PartitionSpec only(
      Schema projection, PartitionSpec spec, List<Integer> positions) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    fields.put("spec-id", 0);
    ArrayNode list = fields.putArray("fields");
    for (int position : positions) {
      PartitionField field = spec.fields().get(position);
      list.addObject()
          .put("name", "partition " + position)
          .put("transform", field.transform().toString())
          .put("source-id", field.sourceId())
          .put("field-id", 1000 + position);
    }
    return PartitionSpecParser.fromJson(projection, fields);
  }

  void accept(Batch batch) {
    Optional<PartitionCodes.Unpartitionable> bad = codes.findUnpartitionable(batch, 0);
    if (bad.isPresent()) {
      countUnpartitionable(batch, bad);
    } else {
      compare(batch);
    }
    rows += batch.rowCount();
  }

  /** Rows for which there is no right partition at all. */
  private void countUnpartitionable(Batch batch, Optional<PartitionCodes.Unpartitionable> first) {
    Optional<PartitionCodes.Unpartitionable> bad = first;
    while (bad.isPresent()) {
      note(rows + bad.get().row(), "has no partition: " + bad.get().detail());
      wrongRows++;
      bad = codes.findUnpartitionable(batch, bad.get().row() + 1);
    }
  }

  private void compare(Batch batch) {
    codes.compute(batch);
    boolean[] wrong = new boolean[batch.rowCount()];
    for (int field = 0; field < codes.fieldCount(); field++) {
      boolean[] wrongCode = new boolean[codes.codeCount(field)];
      boolean any = false;
      for (int code = 0; code < wrongCode.length; code++) {
        wrongCode[code] = !recorded.is(positions.get(field), codes.value(field, code));
        any |= wrongCode[code];
      }
      if (any) {
        mark(field, wrongCode, wrong);
      }
    }
    for (boolean each : wrong) {
      wrongRows += each ? 1 : 0;
    }
  }

  private void mark(int field, boolean[] wrongCode, boolean[] wrong) {
    int[] rowCodes = codes.codes(field);
    for (int row = 0; row < wrong.length; row++) {
      if (wrongCode[rowCodes[row]]) {
        wrong[row] = true;
        if (firstWrong.isEmpty()) {
          int position = positions.get(field);
          note(
              rows + row,
              "has "
                  + recorded.describe(position, codes.value(field, rowCodes[row]))
                  + ", recorded is "
                  + recorded.describe(position));
        }
      }
    }
  }

  private void note(long row, String what) {
    if (firstWrong.isEmpty()) {
      firstWrong = "row " + row + " " + what;
    }
  }

  long rows() {
    return rows;
  }

  long wrongRows() {
    return wrongRows;
  }

  String firstWrong() {
    return firstWrong;
  }
}
