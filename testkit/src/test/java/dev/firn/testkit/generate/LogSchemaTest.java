package dev.firn.testkit.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class LogSchemaTest {
  @Test
  void theYamlTextSaysTheSameAsTheSchema() throws IOException {
    JsonNode columns = new YAMLMapper().readTree(LogSchema.YAML).get("schema");
    assertThat(columns).hasSize(LogSchema.SCHEMA.columns().size());
    for (int i = 0; i < columns.size(); i++) {
      Types.NestedField field = LogSchema.SCHEMA.columns().get(i);
      assertThat(columns.get(i).get("name").textValue()).isEqualTo(field.name());
      assertThat(columns.get(i).path("required").asBoolean(false)).isEqualTo(field.isRequired());
      assertThat(columns.get(i).get("type").textValue()).isEqualTo(text(field.type()));
    }
  }

  private static String text(Type type) {
    if (!type.isStructType()) {
      return type.toString();
    }
    StringBuilder text = new StringBuilder("struct<");
    for (Types.NestedField field : type.asStructType().fields()) {
      text.append(text.length() > 7 ? ", " : "").append(field.name()).append(": ");
      text.append(field.type());
    }
    return text.append('>').toString();
  }
}
