package dev.firn.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.firn.io.CorruptStreamException.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceCompressionTest {
  private static final byte[] TWO_MEMBERS =
      Base64.getDecoder()
          .decode(
              "H4sIAAAAAAAC/6tWykxRsjLUUSopVrJSMjIwtNA1NNI1MAwxMLACoyilWi4AeMwb9iUAAAAfiwgAAAAAAAL/"
                  + "q1bKTFGyMtJRKilWslIyMjC00DU00jUwDDEwsAIhwyilWi4Au9xT2CUAAAA=");
  private static final byte[] TRUNCATED =
      Base64.getDecoder()
          .decode("H4sIAAAAAAAC/6tWykxRsjLUUSopVrJSMjIwtNA1NNI1MAwxMLACoyilWq5qsCIjnIo=");
  private static final byte[] BAD_CHECKSUM =
      Base64.getDecoder()
          .decode(
              "H4sIAAAAAAAC/6tWykxRsjLUUSopVrJSMjIwtNA1NNI1MAwxMLACoyilWq5qsCIjnIoMQYoAyz20NkoAAAA=");

  /** How many bytes each read of the file delivers; the outcome may not depend on it. */
  private static final int[] CHUNKS = {1, 2, 7, 8191, 8192, 1 << 20};

  @Test
  void c42_bothMembersOfAGzipFileAreRead() throws IOException {
    String text = new String(sameForAllChunks(TWO_MEMBERS), UTF_8);
    assertThat(text.lines()).hasSize(2);
    assertThat(text).contains("\"id\":1").contains("\"id\":2");
  }

  @Test
  void c42_fourHundredMembersAreReadWhereverReadsSplitThem() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    StringBuilder expected = new StringBuilder();
    Random random = new Random(42);
    for (int member = 0; member < 400; member++) {
      String line = "{\"id\":" + member + ",\"x\":\"" + "y".repeat(random.nextInt(60)) + "\"}\n";
      expected.append(line);
      file.writeBytes(gzip(line.getBytes(UTF_8)));
    }
    assertThat(new String(sameForAllChunks(file.toByteArray()), UTF_8))
        .hasToString(expected.toString());
  }

  @Test
  void c42_aMemberMayBeginAtAnyPlaceOfARead() throws IOException {
    byte[] first = gzip("first\n".getBytes(UTF_8));
    byte[] file = concat(first, gzip("second\n".getBytes(UTF_8)));
    for (int split = 1; split < file.length; split++) {
      InputStream slow = new SplitStream(file, split);
      byte[] read = SourceCompression.open(slow, "a.gz").stream().readAllBytes();
      assertThat(new String(read, UTF_8)).as("split at %d", split).isEqualTo("first\nsecond\n");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 512, 100_000})
  void c42_zerosAfterTheLastMemberArePadding(int zeros) throws IOException {
    byte[] file = concat(gzip("row\n".getBytes(UTF_8)), new byte[zeros]);
    assertThat(sameForAllChunks(file)).asString(UTF_8).isEqualTo("row\n");
  }

  @Test
  void c42_otherBytesAfterTheLastMemberAreAnErrorAlways() {
    byte[] member = gzip("row\n".getBytes(UTF_8));
    for (String rest : new String[] {"x", "garbage", "\0\0x", "\0" + "\u001f\u008b", "\u001f?"}) {
      assertThat(failure(concat(member, rest.getBytes(ISO_8859_1)), "a.gz").kind())
          .as(rest)
          .isEqualTo(Kind.CORRUPT);
    }
    assertThat(failure(concat(member, new byte[] {0x1F}), "a.gz").kind()).isEqualTo(Kind.TRUNCATED);
  }

  @Test
  void c43_aTruncatedFileIsTruncated() {
    CorruptStreamException failure = failure(TRUNCATED, "a.gz");
    assertThat(failure.kind()).isEqualTo(Kind.TRUNCATED);
    assertThat(failure.offset()).isEqualTo(TRUNCATED.length);
  }

  @Test
  void c43_aFileWithABadChecksumIsCorrupt() {
    CorruptStreamException failure = failure(BAD_CHECKSUM, "a.gz");
    assertThat(failure.kind()).isEqualTo(Kind.CORRUPT);
    assertThat(failure).hasMessageContaining("checksum");
  }

  @Test
  void c43_cutAnywhereAFileIsTruncated() throws IOException {
    byte[] file = gzipWithAllFields("hello\n".repeat(20).getBytes(UTF_8));
    for (int length = 1; length < file.length; length++) {
      assertThat(failure(Arrays.copyOf(file, length), "a.gz").kind())
          .as("cut at %d", length)
          .isEqualTo(Kind.TRUNCATED);
    }
    assertThat(sameForAllChunks(file)).asString(UTF_8).isEqualTo("hello\n".repeat(20));
  }

  @Test
  void c43_aWrongByteInHeaderChecksumOrTrailerIsNoticed() {
    byte[] file = gzipWithAllFields("hello\n".getBytes(UTF_8));
    int trailer = file.length - 8;
    for (int at = 2; at < file.length; at++) {
      boolean inData = at >= headerLength() && at < trailer;
      if (!inData) {
        byte[] broken = file.clone();
        broken[at] ^= 0x10;
        failure(broken, "a.gz");
      }
    }
  }

  @Test
  void c43_emptyFilesHaveNoRowsAndNoError() throws IOException {
    for (String name : new String[] {"a.gz", "a.json", "a.zst"}) {
      assertThat(sameForAllChunks(new byte[0], name)).isEmpty();
    }
    byte[] nothing = gzip(new byte[0]);
    assertThat(nothing).hasSize(20);
    assertThat(sameForAllChunks(nothing)).isEmpty();
  }

  @Test
  void aFailureIsRepeatedByLaterReads() throws IOException {
    InputStream stream =
        SourceCompression.open(new ByteArrayInputStream(BAD_CHECKSUM), "a").stream();
    for (int i = 0; i < 3; i++) {
      CorruptStreamException failure =
          catchThrowableOfType(CorruptStreamException.class, stream::readAllBytes);
      assertThat(failure.kind()).isEqualTo(Kind.CORRUPT);
    }
  }

  @Test
  void zstdFramesAndSkippableFramesAreRead() throws IOException {
    byte[] skippable = {0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3};
    byte[] file = concat(skippable, zstd("one\n"), zstd("two\n"), skippable, zstd(""));
    assertThat(sameForAllChunks(file)).asString(UTF_8).isEqualTo("one\ntwo\n");
    assertThat(SourceCompression.ofMagic(file, file.length)).isEqualTo(SourceCompression.ZSTD);
  }

  @Test
  void brokenZstdFilesAreToldApart() {
    byte[] file = concat(zstd("one\n"), zstd("two two two two two two two two\n"));
    int first = zstd("one\n").length;
    for (int length = 1; length < file.length; length++) {
      if (length != first) {
        assertThat(failure(Arrays.copyOf(file, length), "a.zst").kind())
            .as("cut at %d", length)
            .isEqualTo(Kind.TRUNCATED);
      }
    }
    byte[] broken = file.clone();
    broken[file.length - 1] ^= 1;
    assertThat(failure(broken, "a.zst").kind()).isEqualTo(Kind.CORRUPT);
    assertThat(failure(concat(file, new byte[] {0}), "a.zst").kind()).isEqualTo(Kind.CORRUPT);
    assertThat(failure(concat(file, "garbage".getBytes(UTF_8)), "a.zst").kind())
        .isEqualTo(Kind.CORRUPT);
  }

  @Test
  void theFirstBytesDecideAndNotTheName() throws IOException {
    byte[] text = "plain\n".getBytes(UTF_8);
    SourceCompression.Opened plain =
        SourceCompression.open(new ByteArrayInputStream(text), "misnamed.gz");
    assertThat(plain.compression()).isEqualTo(SourceCompression.NONE);
    assertThat(plain.stream().readAllBytes()).isEqualTo(text);
    SourceCompression.Opened gzip =
        SourceCompression.open(new ByteArrayInputStream(gzip(text)), "misnamed.json");
    assertThat(gzip.compression()).isEqualTo(SourceCompression.GZIP);
    assertThat(gzip.stream().readAllBytes()).isEqualTo(text);
    assertThat(SourceCompression.ofName("A.JSON.GZIP")).isEqualTo(SourceCompression.GZIP);
    assertThat(SourceCompression.ofName("a.zst")).isEqualTo(SourceCompression.ZSTD);
    assertThat(SourceCompression.ofName("a.json")).isEqualTo(SourceCompression.NONE);
  }

  @Test
  void anErrorOfTheStorageIsNotTakenForABrokenFile() {
    for (byte[] file : new byte[][] {gzip("row\n".getBytes(UTF_8)), zstd("row\n")}) {
      InputStream failing =
          new InputStream() {
            private int at;

            @Override
            public int read() throws IOException {
              if (at == file.length - 2) {
                throw new IOException("the disk is gone");
              }
              return file[at++] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
              bytes[offset] = (byte) read();
              return 1;
            }
          };
      IOException failure =
          catchThrowableOfType(
              IOException.class,
              () -> SourceCompression.open(failing, "a").stream().readAllBytes());
      assertThat(failure).isNotInstanceOf(CorruptStreamException.class);
      assertThat(failure).hasMessage("the disk is gone");
    }
  }

  @Test
  void anyBytesSurviveAnyCutIntoMembersAndReads() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int member = 0; member < 30; member++) {
      byte[] part = new byte[random.nextInt(20_000)];
      for (int i = 0; i < part.length; i++) {
        part[i] = (byte) random.nextInt(1 << random.nextInt(8));
      }
      expected.writeBytes(part);
      file.writeBytes(random.nextBoolean() ? gzip(part) : gzipWithAllFields(part));
    }
    assertThat(sameForAllChunks(file.toByteArray()))
        .as("seed %d", seed)
        .isEqualTo(expected.toByteArray());
  }

  private static byte[] sameForAllChunks(byte[] file) throws IOException {
    return sameForAllChunks(file, "a");
  }

  private static byte[] sameForAllChunks(byte[] file, String name) throws IOException {
    byte[] result = null;
    for (int chunk : CHUNKS) {
      byte[] read =
          SourceCompression.open(new ChunkedStream(file, chunk), name).stream().readAllBytes();
      if (result != null) {
        assertThat(read).as("chunks of %d", chunk).isEqualTo(result);
      }
      result = read;
    }
    return java.util.Objects.requireNonNull(result);
  }

  /** The failure, which must be the same one whatever the reads deliver. */
  private static CorruptStreamException failure(byte[] file, String name) {
    CorruptStreamException result = null;
    for (int chunk : CHUNKS) {
      CorruptStreamException failure =
          catchThrowableOfType(
              CorruptStreamException.class,
              () ->
                  SourceCompression.open(new ChunkedStream(file, chunk), name).stream()
                      .readAllBytes());
      assertThat(failure).as("chunks of %d", chunk).isNotNull();
      if (result != null) {
        assertThat(failure.kind()).isEqualTo(result.kind());
      }
      result = failure;
    }
    return java.util.Objects.requireNonNull(result);
  }

  private static byte[] gzip(byte[] data) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(data);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static int headerLength() {
    return 10 + 2 + 5 + 5 + 8 + 2;
  }

  /** A member whose header has every optional field. */
  private static byte[] gzipWithAllFields(byte[] data) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3});
    out.writeBytes(new byte[] {5, 0, 'e', 'x', 't', 'r', 'a'});
    out.writeBytes("name\0".getBytes(UTF_8));
    out.writeBytes("comment\0".getBytes(UTF_8));
    CRC32 header = new CRC32();
    header.update(out.toByteArray());
    out.writeBytes(littleEndian(header.getValue(), 2));
    Deflater deflater = new Deflater(9, true);
    deflater.setInput(data);
    deflater.finish();
    byte[] deflated = new byte[data.length + 1000];
    out.write(deflated, 0, deflater.deflate(deflated));
    deflater.end();
    CRC32 crc = new CRC32();
    crc.update(data);
    out.writeBytes(littleEndian(crc.getValue(), 4));
    out.writeBytes(littleEndian(data.length, 4));
    return out.toByteArray();
  }

  private static byte[] littleEndian(long value, int bytes) {
    byte[] result = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      result[i] = (byte) (value >>> 8 * i);
    }
    return result;
  }

  private static byte[] zstd(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZstdOutputStreamNoFinalizer out = new ZstdOutputStreamNoFinalizer(bytes)) {
      out.setChecksum(true);
      out.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(Zstd.isError(bytes.size())).isFalse();
    return bytes.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Delivers at most so many bytes a read, and says that none is available. */
  private static final class ChunkedStream extends ByteArrayInputStream {
    private final int chunk;

    ChunkedStream(byte[] bytes, int chunk) {
      super(bytes);
      this.chunk = chunk;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) {
      return super.read(bytes, offset, Math.min(length, chunk));
    }

    @Override
    public synchronized int available() {
      return 0;
    }
  }

  /** Delivers the bytes in two reads, split at a place. */
  private static final class SplitStream extends ByteArrayInputStream {
    private final int split;

    SplitStream(byte[] bytes, int split) {
      super(bytes);
      this.split = split;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) {
      return super.read(bytes, offset, pos < split ? Math.min(length, split - pos) : length);
    }
  }
}
