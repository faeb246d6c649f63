package dev.firn.testkit.fault;

import dev.firn.io.Abortable;
import dev.firn.testkit.fault.FaultyFileIo.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** A file that fails when it is created or closed. */
final class FaultyOutputFile implements OutputFile {
  private final OutputFile file;
  private final NthCall fault;
  private final Kind kind;

  FaultyOutputFile(OutputFile file, NthCall fault, Kind kind) {
    this.file = file;
    this.fault = fault;
    this.kind = kind;
  }

  @Override
  public PositionOutputStream create() {
    return open(file::create);
  }

  @Override
  public PositionOutputStream createOrOverwrite() {
    return open(file::createOrOverwrite);
  }

  private PositionOutputStream open(Supplier<PositionOutputStream> opening) {
    String call = "create " + file.location();
    boolean hit = fault.hits(call);
    if (hit && kind != Kind.AFTER) {
      throw new RuntimeIOException("injected: %s failed", call);
    }
    PositionOutputStream out = opening.get();
    if (hit) {
      abort(out);
      throw new RuntimeIOException("injected: %s failed, after it was done", call);
    }
    return new Output(out);
  }

  private static void abort(PositionOutputStream out) {
    try {
      ((Abortable) out).abort();
    } catch (IOException e) {
      throw new RuntimeIOException(e);
    }
  }

  @Override
  public String location() {
    return file.location();
  }

  @Override
  public InputFile toInputFile() {
    return file.toInputFile();
  }

  /** Keeps the bytes until it is closed. */
  private final class Output extends PositionOutputStream implements Abortable {
    private final PositionOutputStream out;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean done;

    Output(PositionOutputStream out) {
      this.out = out;
    }

    @Override
    public long getPos() {
      return bytes.size();
    }

    @Override
    public void write(int b) {
      bytes.write(b);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes.write(from, offset, length);
    }

    @Override
    public void abort() {
      if (!done) {
        done = true;
        FaultyOutputFile.abort(out);
      }
    }

    @Override
    public void close() throws IOException {
      if (done) {
        return;
      }
      done = true;
      String call = "close " + file.location();
      boolean hit = fault.hits(call);
      if (hit && kind == Kind.BEFORE) {
        FaultyOutputFile.abort(out);
      } else {
        int length = hit && kind == Kind.TRUNCATED ? bytes.size() / 2 : bytes.size();
        out.write(bytes.toByteArray(), 0, length);
        out.close();
      }
      if (hit) {
        throw new IOException("injected: " + call + " failed (" + kind + ")");
      }
    }
  }
}
