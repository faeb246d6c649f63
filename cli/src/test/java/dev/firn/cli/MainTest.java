package dev.firn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class MainTest {
  @Test
  void commandsAreListedUnderTheirOwnNames() {
    for (Map.Entry<String, Class<?>> command : Main.COMMANDS) {
      Command described = command.getValue().getAnnotation(Command.class);
      assertThat(described).as(command.getKey()).isNotNull();
      assertThat(described.name()).isEqualTo(command.getKey());
    }
  }
}
