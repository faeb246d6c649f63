package dev.firn.pipeline;

import dev.firn.error.FirnException;
import dev.firn.ledger.DedupeRule;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.Known;
import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.OnOverwrite;
import dev.firn.ledger.ReplayRequests;
import dev.firn.ledger.Verdict;
import dev.firn.source.Notice;
import dev.firn.source.PathParts;
import dev.firn.source.PathPattern;
import dev.firn.source.recall.RecallingSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the source which files exist and the ledger which of them are new; new ones become tasks.
 *
 * <p>One thread. The queue is bounded: when the workers are behind, the intake waits, and with it
 * the source.
 */
final class Intake {
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  /** Notices asked for at once: enough that a look-up's fixed cost does not count. */
  private static final int NOTICES_PER_POLL = 512;

  private final RecallingSource source;
  private final ReplayRequests replays;
  private final PathPattern pattern;
  private final LedgerIndex index;
  private final Supplier<Optional<LedgerRoot>> head;
  private final InFlight inFlight;
  private final BlockingQueue<FileTask> tasks;
  private final OnOverwrite onOverwrite;
  private final Counters counters;
  private @Nullable Optional<LedgerRoot> lookedAt;
  private boolean lookFailed;

  /** What the intake works with; see the fields of {@link Intake}. */
  record Parts(
      RecallingSource source,
      ReplayRequests replays,
      PathPattern pattern,
      LedgerIndex index,
      Supplier<Optional<LedgerRoot>> head,
      InFlight inFlight,
      BlockingQueue<FileTask> tasks,
      OnOverwrite onOverwrite,
      Counters counters) {}

  Intake(Parts parts) {
    this.source = parts.source;
    this.replays = parts.replays;
    this.pattern = parts.pattern;
    this.index = parts.index;
    this.head = parts.head;
    this.inFlight = parts.inFlight;
    this.tasks = parts.tasks;
    this.onOverwrite = parts.onOverwrite;
    this.counters = parts.counters;
  }

  /**
   * Deals with the next notices, waits up to {@code wait} for them, and says how many there were.
   */
  int step(Duration wait) throws InterruptedException {
    source.release(inFlight.takeFreed());
    recallReplays();
    List<Notice> notices = source.poll(NOTICES_PER_POLL, wait);
    if (notices.isEmpty()) {
      return 0;
    }
    List<Notice> unknown = new ArrayList<>();
    Set<String> inThisPoll = new HashSet<>();
    for (Notice notice : notices) {
      if (!inThisPoll.add(notice.file().location())) {
        // A second notice of one location in one poll: look at it when the first one has begun.
        source.release(List.of(notice));
        continue;
      }
      switch (inFlight.join(notice)) {
        case SAME_VERSION, OTHER_VERSION -> {}
        case NO -> unknown.add(notice);
      }
    }
    decide(unknown);
    return notices.size();
  }

  /** A new head may hold the word of another process that files are to be read again. */
  private void recallReplays() {
    Optional<LedgerRoot> now = head.get();
    if (now.equals(lookedAt)) {
      return;
    }
    try {
      List<String> locations = now.map(replays::newIn).orElse(List.of());
      if (!locations.isEmpty()) {
        LOG.info(
            "{} files are to be read again, the first is {}", locations.size(), locations.get(0));
      }
      source.recall(locations);
      lookedAt = now;
      lookFailed = false;
    } catch (FirnException e) {
      if (!lookFailed) {
        LOG.warn("can't look which files are to be replayed, trying again: {}", e.getMessage());
      }
      lookFailed = true;
    }
  }

  /** Reads the head after the look into what is in flight; see {@link InFlight}. */
  private void decide(List<Notice> notices) throws InterruptedException {
    List<FileKey> keys = new ArrayList<>();
    for (Notice notice : notices) {
      keys.add(new FileKey(notice.file().location(), parts(notice).day()));
    }
    Map<String, List<Known>> known =
        head.get().map(root -> index.lookup(root, keys)).orElse(Map.of());
    for (Notice notice : notices) {
      List<Known> versions = known.getOrDefault(notice.file().location(), List.of());
      act(notice, DedupeRule.decide(notice.file(), versions, onOverwrite));
    }
  }

  private void act(Notice notice, Verdict verdict) throws InterruptedException {
    switch (verdict) {
      case NEW -> begin(notice, false);
      case OVERWRITE_INGEST -> {
        LOG.warn(
            "{} was replaced after it had been ingested; its new version is ingested too",
            notice.file().location());
        counters.alerts.increment();
        begin(notice, false);
      }
      case OVERWRITE_REJECT -> {
        LOG.warn(
            "{} was replaced after it had been ingested; the new version is refused"
                + " (source.on-overwrite: reject)",
            notice.file().location());
        counters.alerts.increment();
        begin(notice, true);
      }
      case ALREADY_INGESTED, ALREADY_REJECTED, WITHDRAWN -> {
        counters.filesKnown.increment();
        source.acknowledge(List.of(notice));
      }
    }
  }

  private void begin(Notice notice, boolean refused) throws InterruptedException {
    FileTask task = new FileTask(notice, parts(notice), refused);
    inFlight.begin(task);
    tasks.put(task);
  }

  private PathParts parts(Notice notice) {
    return pattern.match(notice.path()).orElse(PathParts.NONE);
  }
}
