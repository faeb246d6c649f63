package dev.firn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  @TempDir private Path folder;

  @Test
  void bytesAreReadAtAnyPositionWhetherInMemoryOrNot() throws IOException {
    for (int length : new int[] {0, 1, 100, 1000, 1001, 70_000, 300_000}) {
      byte[] bytes = new byte[length];
      new Random(length).nextBytes(bytes);
      Spool spool = new Spool(folder.resolve("sub"), 1000, 300_000);
      try (SpooledBytes spooled = spool.take(new ByteArrayInputStream(bytes))) {
        assertThat(spooled.length()).isEqualTo(length);
        for (int from = 0; from <= length; from += 1 + length / 7) {
          ByteBuffer part = ByteBuffer.allocate(Math.min(500, length - from));
          spooled.read(from, part);
          assertThat(part.array())
              .isEqualTo(java.util.Arrays.copyOfRange(bytes, from, from + part.capacity()));
        }
        assertThatThrownBy(() -> spooled.read(length, ByteBuffer.allocate(1)))
            .isInstanceOf(EOFException.class);
      }
    }
    assertThat(filesLeft()).isZero();
  }

  @Test
  void tooLongStreamsAreRefusedAndNothingIsLeft() throws IOException {
    assertThatThrownBy(
            () -> new Spool(folder, 10, 1000).take(new ByteArrayInputStream(new byte[1001])))
        .isInstanceOf(SpoolLimitException.class)
        .hasMessageContaining("1000 bytes");
    assertThatThrownBy(
            () -> new Spool(folder, 2000, 1000).take(new ByteArrayInputStream(new byte[1001])))
        .isInstanceOf(SpoolLimitException.class);
    InputStream failing =
        new InputStream() {
          private int left = 200_000;

          @Override
          public int read() throws IOException {
            if (left-- == 0) {
              throw new IOException("the line is cut");
            }
            return 7;
          }

          @Override
          public int read(byte[] b, int off, int len) throws IOException {
            b[off] = (byte) read();
            return 1;
          }
        };
    assertThatThrownBy(() -> new Spool(folder, 10, 1 << 20).take(failing))
        .hasMessage("the line is cut");
    assertThat(filesLeft()).isZero();
  }

  private long filesLeft() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).count();
    }
  }
}
