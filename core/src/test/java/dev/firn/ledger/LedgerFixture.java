package dev.firn.ledger;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A ledger in memory, with a clock that is set by hand and ids from a seed. */
final class LedgerFixture {
  static final UUID TABLE = new UUID(0x1234, 0x5678);
  static final String RULE = "{yyyy}/{MM}/{dd}/{*}";

  final MemoryIo io = new MemoryIo();
  final LedgerLocation location = LedgerLocation.beside("mem://wh/t");
  final LedgerStore store;
  final Random random;
  Instant now = Entries.TIME;

  LedgerFixture(MergePolicy policy, long seed) {
    this.random = new Random(seed);
    this.store = newStore(policy);
  }

  LedgerFixture() {
    this(MergePolicy.DEFAULT, 1);
  }

  static MergePolicy fanIn(int fanIn) {
    return new MergePolicy(fanIn, 1 << 20, Duration.ofDays(400));
  }

  /** Another process on the same storage. */
  LedgerStore newStore(MergePolicy policy) {
    return new LedgerStore(io, location, policy, new Hand(), this::id);
  }

  UUID id() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  LedgerIndex index() {
    return new LedgerIndex(io, RULE);
  }

  NextRoot after(@Nullable LedgerRoot head) {
    return NextRoot.after(Optional.ofNullable(head), TABLE, id());
  }

  /** A root with one more segment, if there are entries. */
  LedgerRoot commit(@Nullable LedgerRoot head, LedgerEntry... entries) {
    List<Segment> added = new ArrayList<>();
    if (entries.length > 0) {
      added.add(store.writeSegment(List.of(entries), RULE));
    }
    return store.writeRoot(after(head).adding(added));
  }

  List<LedgerEntry> all(LedgerRoot root) {
    List<LedgerEntry> entries = new ArrayList<>();
    store.forEach(root, entries::add);
    return entries;
  }

  private final class Hand extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
