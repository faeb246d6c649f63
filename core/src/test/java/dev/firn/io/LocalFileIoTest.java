package dev.firn.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFileIoTest {
  @TempDir Path folder;
  private final LocalFileIo io = new LocalFileIo();

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a%20b", "a+b", "a#b", "a?b", "ü İı 雪", "dt=1/x%2Fy"})
  void namesSurviveARoundTrip(String name) throws IOException {
    String location = Locations.resolve(folder.toString(), name);
    write(location, name);
    assertThat(Files.readString(folder.resolve(name))).isEqualTo(name);
    assertThat(read(location)).isEqualTo(name);
    assertThat(io.listPrefix(folder.toString()))
        .extracting(FileInfo::location)
        .containsExactly(location);
    io.deleteFile(location);
    assertThat(folder.resolve(name)).doesNotExist();
  }

  @Test
  void anOutputAppearsOnCloseOnly() throws IOException {
    Path target = folder.resolve("new/folder/file");
    PositionOutputStream out = io.newOutputFile(target.toString()).create();
    out.write("abc".getBytes(UTF_8));
    out.flush();
    assertThat(target).doesNotExist();
    assertThat(out.getPos()).isEqualTo(3);
    out.close();
    assertThat(target).hasContent("abc");
    assertThat(filesBelow(folder)).containsExactly(target);
  }

  @Test
  void anAbandonedOutputLeavesNothing() throws IOException {
    Path target = folder.resolve("file");
    PositionOutputStream out = io.newOutputFile(target.toString()).createOrOverwrite();
    out.write(new byte[100_000]);
    AbortableOutputStream.abandon(out);
    out.close();
    assertThat(filesBelow(folder)).isEmpty();
    assertThatThrownBy(() -> out.write(1)).isInstanceOf(IOException.class);
  }

  @Test
  void anOutputThatIsNeverClosedLeavesAHiddenFileOnly() throws IOException {
    PositionOutputStream out = io.newOutputFile(folder.resolve("file").toString()).create();
    out.write(new byte[100_000]);
    assertThat(filesBelow(folder))
        .allSatisfy(file -> assertThat(file.getFileName().toString()).startsWith("."));
    AbortableOutputStream.abandon(out);
  }

  @Test
  void closingAfterAFailedWriteGivesTheFileUp() throws IOException {
    Path target = folder.resolve("file");
    PositionOutputStream out = io.newOutputFile(target.toString()).create();
    out.write(1);
    // An interrupted thread closes the channel under the write: a failure like that of a disk.
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> out.write(new byte[1 << 16])).isInstanceOf(IOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class).hasMessageContaining("gave up");
    assertThat(filesBelow(folder)).isEmpty();
  }

  @Test
  void creatingWhatExistsFailsAtOnce() throws IOException {
    String location = folder.resolve("file").toString();
    write(location, "old");
    assertThatThrownBy(() -> io.newOutputFile(location).create())
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(read(location)).isEqualTo("old");
  }

  @Test
  void aFileThatAppearedMeanwhileIsNotReplacedByCreate() throws IOException {
    String location = folder.resolve("file").toString();
    PositionOutputStream late = io.newOutputFile(location).create();
    late.write("late".getBytes(UTF_8));
    write(location, "first");
    assertThatThrownBy(late::close).isInstanceOf(AlreadyExistsException.class);
    assertThat(read(location)).isEqualTo("first");
    assertThat(filesBelow(folder)).hasSize(1);
  }

  @Test
  void ofTwoThatCreateOneFileOneWins() throws Exception {
    int rounds = 200;
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < rounds; round++) {
        String location = folder.resolve("round-" + round).toString();
        // Spinning and not parked, so that both get to the name within a microsecond.
        AtomicInteger ready = new AtomicInteger();
        Future<Boolean> other = pool.submit(() -> createTogether(location, ready));
        boolean won = createTogether(location, ready);
        assertThat(other.get()).as("round %d", round).isNotEqualTo(won);
      }
    } finally {
      pool.shutdown();
    }
    assertThat(filesBelow(folder)).hasSize(rounds);
  }

  private boolean createTogether(String location, AtomicInteger ready) throws IOException {
    PositionOutputStream out = new LocalFileIo(false).newOutputFile(location).create();
    ready.incrementAndGet();
    while (ready.get() < 2) {
      Thread.onSpinWait();
    }
    try {
      out.close();
      return true;
    } catch (AlreadyExistsException e) {
      return false;
    }
  }

  @Test
  void overwritingShowsTheOldOrTheNewFileAndNothingElse() throws IOException {
    String location = folder.resolve("file").toString();
    write(location, "old");
    PositionOutputStream out = io.newOutputFile(location).createOrOverwrite();
    out.write("new".getBytes(UTF_8));
    out.flush();
    assertThat(read(location)).isEqualTo("old");
    out.close();
    assertThat(read(location)).isEqualTo("new");
    assertThat(filesBelow(folder)).hasSize(1);
  }

  @Test
  void readsMatchTheBytesWherever() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] bytes = new byte[200_000];
    random.nextBytes(bytes);
    Path file = Files.write(folder.resolve("file"), bytes);
    try (SeekableInputStream in = io.newInputFile(file.toString()).newStream()) {
      for (int i = 0; i < 200; i++) {
        int from = random.nextInt(bytes.length);
        byte[] part = new byte[random.nextInt(bytes.length - from + 1)];
        in.seek(from);
        int count = in.readNBytes(part, 0, part.length);
        assertThat(count).as("seed %d", seed).isEqualTo(part.length);
        assertThat(in.getPos()).isEqualTo(from + count);
        assertThat(part).as("seed %d", seed).isEqualTo(slice(bytes, from, count));
        ((RangeReadable) in).readFully(from, part);
        assertThat(part).as("seed %d", seed).isEqualTo(slice(bytes, from, count));
      }
      byte[] tail = new byte[10];
      assertThat(((RangeReadable) in).readTail(tail)).isEqualTo(10);
      assertThat(tail).isEqualTo(slice(bytes, bytes.length - 10, 10));
      assertThatThrownBy(() -> ((RangeReadable) in).readFully(bytes.length - 5, tail))
          .isInstanceOf(EOFException.class);
      in.seek(bytes.length - 1);
      assertThat(in.read()).isEqualTo(bytes[bytes.length - 1] & 0xFF);
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void aMissingFileIsNotFound() {
    String location = folder.resolve("missing").toString();
    assertThat(io.newInputFile(location).exists()).isFalse();
    assertThatThrownBy(() -> io.newInputFile(location).newStream())
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> io.newInputFile(location).getLength())
        .isInstanceOf(NotFoundException.class);
    io.deleteFile(location);
    io.deleteFiles(List.of(location, location));
    assertThat(io.listPrefix(location)).isEmpty();
    io.deletePrefix(location);
  }

  @Test
  void aPrefixIsAWholeFolderAndLinksAreNotFollowed() throws IOException {
    Path outside = Files.writeString(folder.resolve("outside"), "x");
    write(folder + "/a/b/1", "one");
    write(folder + "/a/2", "two");
    write(folder + "/ab/3", "three");
    Files.createSymbolicLink(folder.resolve("a/link"), folder.resolve("ab"));
    assertThat(io.listPrefix(folder + "/a/"))
        .extracting(FileInfo::location, FileInfo::size)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(Locations.of(folder.resolve("a/b/1")), 3L),
            org.assertj.core.groups.Tuple.tuple(Locations.of(folder.resolve("a/2")), 3L));
    io.deletePrefix(folder + "/a");
    assertThat(filesBelow(folder)).containsExactlyInAnyOrder(outside, folder.resolve("ab/3"));
  }

  @Test
  void aFolderThatWasRemovedIsMadeAgain() throws IOException {
    write(folder + "/a/b/1", "one");
    io.deletePrefix(folder + "/a");
    write(folder + "/a/b/2", "two");
    assertThat(read(folder + "/a/b/2")).isEqualTo("two");
  }

  @Test
  void icebergLoadsItByNameAndItSurvivesSerialisation() throws Exception {
    FileIO loaded =
        CatalogUtil.loadFileIO(
            LocalFileIo.class.getName(), Map.of(LocalFileIo.SYNC_PROPERTY, "false"), null);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(loaded);
    }
    FileIO copy;
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      copy = (FileIO) in.readObject();
    }
    assertThat(copy.properties()).containsEntry(LocalFileIo.SYNC_PROPERTY, "false");
    Path file = folder.resolve("x/file");
    copy.newOutputFile(file.toString()).create().close();
    assertThat(file).isEmptyFile();
  }

  private void write(String location, String content) throws IOException {
    try (PositionOutputStream out = io.newOutputFile(location).create()) {
      out.write(content.getBytes(UTF_8));
    }
  }

  private String read(String location) throws IOException {
    try (SeekableInputStream in = io.newInputFile(location).newStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static byte[] slice(byte[] bytes, int from, int length) {
    return java.util.Arrays.copyOfRange(bytes, from, from + length);
  }

  private static List<Path> filesBelow(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).toList();
    }
  }
}
