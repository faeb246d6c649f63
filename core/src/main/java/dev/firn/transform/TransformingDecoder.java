package dev.firn.transform;

import dev.firn.decode.Decoder;
import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectSink;
import dev.firn.source.FileIdentity;
import dev.firn.source.PathParts;
import java.io.IOException;
import java.io.InputStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Any format's decoder, followed by the steps of a plan.
 *
 * <p>The decoder is for the plan's {@linkplain TransformPlan#sourceSchema source schema} and checks
 * no event time; required values and event times are checked on the rows that the steps make.
 *
 * <p>Memory per open file: a piece of the file decoded (some MiB, or what the longest row takes),
 * and row numbers for the rows that are made of it.
 */
public final class TransformingDecoder implements Decoder {
  /** Programs whose batch has grown past this are not used again: one row must not hold memory. */
  static final long KEPT_BYTES = 8L << 20;

  private final TransformPlan plan;
  private final Decoder source;
  private final Supplier<EventTimeWindow> accepted;
  private final Function<String, PathParts> paths;

  /** Programs of files that are closed; as many as files were ever open at once. */
  private final Queue<Program> idle = new ConcurrentLinkedQueue<>();

  /**
   * A decoder with steps behind it.
   *
   * @param source decodes rows of the plan's source schema
   * @param accepted asked once per file for the event times that are accepted
   * @param paths what the path of a location says
   */
  public TransformingDecoder(
      TransformPlan plan,
      Decoder source,
      Supplier<EventTimeWindow> accepted,
      Function<String, PathParts> paths) {
    this.plan = plan;
    this.source = source;
    this.accepted = accepted;
    this.paths = paths;
  }

  @Override
  public FileDecoder open(FileIdentity file, InputStream raw, RejectSink rejects)
      throws IOException {
    FileDecoder decoder = source.open(file, raw, rejects);
    Program program = idle.poll();
    if (program == null) {
      program = plan.program();
    }
    program.begin(new FileValue.SourceFile(file.location(), paths.apply(file.location())));
    return new TransformingFile(this, decoder, program, rejects);
  }

  TransformPlan plan() {
    return plan;
  }

  EventTimeWindow acceptedNow() {
    return accepted.get();
  }

  /** Takes a program back that is not used any more. */
  void release(Program program) {
    idle.add(program);
  }
}
