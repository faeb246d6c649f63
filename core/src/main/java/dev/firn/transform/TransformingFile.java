package dev.firn.transform;

import dev.firn.batch.Batch;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectSink;
import dev.firn.decode.RowPlaces;
import java.io.IOException;
import java.util.OptionalLong;

/** Decodes one file and runs the steps on its rows, piece by piece. */
final class TransformingFile implements FileDecoder {
  /** Of a piece; small enough for the processor's caches, large against the steps' fixed cost. */
  private static final long PIECE_BYTES = 1 << 20;

  private final TransformingDecoder owner;
  private final FileDecoder source;
  private final Program program;
  private final RowPlaces places;
  private final Rejection rejection;
  private final Tally tally = new Tally();
  private long largestPieceBytes;
  private boolean closed;

  TransformingFile(
      TransformingDecoder owner, FileDecoder source, Program program, RejectSink rejects) {
    this.owner = owner;
    this.source = source;
    this.program = program;
    boolean explodes = owner.plan().explodes();
    this.places = new RowPlaces(!explodes);
    this.rejection = new Rejection(rejects, places, owner.acceptedNow(), explodes);
    if (owner.plan().checksRows()) {
      source.notePlaces(places);
    }
  }

  @Override
  public boolean decode(Batch out, long stopBytes) throws IOException {
    boolean more = true;
    while (more) {
      more = source.decode(program.source(), PIECE_BYTES);
      largestPieceBytes = Math.max(largestPieceBytes, program.source().sizeBytes());
      program.run(out, rejection, tally);
      places.clear();
      if (more && out.sizeBytes() >= stopBytes) {
        return true;
      }
    }
    return false;
  }

  @Override
  public DecodeCounts counts() {
    DecodeCounts found = source.counts();
    boolean timed = tally.minEventMicros <= tally.maxEventMicros;
    return new DecodeCounts(
        found.rowsIn() + tally.added,
        found.rowsRejected() + tally.rejected,
        found.rowsDropped() + tally.dropped,
        found.bytesIn(),
        timed ? OptionalLong.of(tally.minEventMicros) : OptionalLong.empty(),
        timed ? OptionalLong.of(tally.maxEventMicros) : OptionalLong.empty());
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      if (largestPieceBytes <= TransformingDecoder.KEPT_BYTES) {
        owner.release(program);
      }
    }
    source.close();
  }
}
