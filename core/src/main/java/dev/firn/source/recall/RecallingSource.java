package dev.firn.source.recall;

import dev.firn.source.FileIdentity;
import dev.firn.source.Notice;
import dev.firn.source.NoticeSource;
import dev.firn.source.SkipCounts;
import dev.firn.source.SourceStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A source that also delivers files by name: those of which its own notices were acknowledged, and
 * that are wanted again.
 *
 * <p>A recalled file is looked up in storage and delivered, before the source's own notices, until
 * it is acknowledged; it may come from the source as well. One that is gone is told of and dropped.
 */
public final class RecallingSource implements NoticeSource {
  private static final Logger LOG = LoggerFactory.getLogger(RecallingSource.class);

  /** Marks notices of this object; no other source gives such a receipt. */
  private static final String RECEIPT = "recalled";

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final NoticeSource source;
  private final String sourceRoot;
  private final SourceStore store;
  private final Clock clock;
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Map<String, Notice> inDelivery = new HashMap<>();
  private Instant nextLook = Instant.MIN;
  private boolean asked;

  /**
   * @param source gives all other notices; closed with this object
   * @param sourceRoot the location that the source files lie below
   * @param store where they are
   */
  public RecallingSource(NoticeSource source, String sourceRoot, SourceStore store, Clock clock) {
    this.source = source;
    this.sourceRoot = sourceRoot.endsWith("/") ? sourceRoot : sourceRoot + "/";
    this.store = store;
    this.clock = clock;
  }

  /**
   * Wants files delivered again. Has to be called once, if only with nothing, before the source can
   * count as drained.
   */
  public synchronized void recall(Collection<String> locations) {
    wanted.addAll(locations);
    asked = true;
  }

  @Override
  public List<Notice> poll(int max, Duration wait) throws InterruptedException {
    List<Notice> recalled = deliver(max);
    return recalled.isEmpty() ? source.poll(max, wait) : recalled;
  }

  private synchronized List<Notice> deliver(int max) {
    List<Notice> notices = new ArrayList<>();
    Instant now = clock.instant();
    if (wanted.isEmpty() || now.isBefore(nextLook)) {
      return notices;
    }
    for (String location : List.copyOf(wanted)) {
      if (notices.size() < max && !inDelivery.containsKey(location)) {
        try {
          look(location, now).ifPresent(notices::add);
          wanted.remove(location);
        } catch (IOException e) {
          LOG.warn(
              "{} is to be read (again), but storage did not answer: {}", location, e.toString());
          nextLook = now.plus(RETRY_AFTER);
        }
      }
    }
    return notices;
  }

  private Optional<Notice> look(String location, Instant now) throws IOException {
    Optional<FileIdentity> found = store.stat(location);
    if (found.isEmpty()) {
      LOG.warn(
          "{} is to be read (again), but it is not there any more; put it back, and it is read at the"
              + " next start",
          location);
      return Optional.empty();
    }
    String path =
        location.startsWith(sourceRoot) ? location.substring(sourceRoot.length()) : location;
    Notice notice = new Notice(found.get(), path, now, RECEIPT);
    inDelivery.put(location, notice);
    return Optional.of(notice);
  }

  @Override
  public void acknowledge(Collection<Notice> notices) {
    source.acknowledge(takeOut(notices, false));
  }

  @Override
  public void release(Collection<Notice> notices) {
    source.release(takeOut(notices, true));
  }

  /** Ends the delivery of the recalled ones; the others. */
  private synchronized List<Notice> takeOut(Collection<Notice> notices, boolean again) {
    List<Notice> others = new ArrayList<>();
    for (Notice notice : notices) {
      if (!notice.receipt().equals(RECEIPT)) {
        others.add(notice);
      } else if (inDelivery.remove(notice.file().location()) != null && again) {
        wanted.add(notice.file().location());
      }
    }
    return others;
  }

  @Override
  public boolean isDrained() {
    return isDrainedBut(List.of());
  }

  @Override
  public boolean isDrainedBut(Collection<Notice> held) {
    List<Notice> others = new ArrayList<>();
    Set<String> heldHere = new LinkedHashSet<>();
    for (Notice notice : held) {
      if (notice.receipt().equals(RECEIPT)) {
        heldHere.add(notice.file().location());
      } else {
        others.add(notice);
      }
    }
    return isEmptyBut(heldHere) && source.isDrainedBut(others);
  }

  private synchronized boolean isEmptyBut(Set<String> held) {
    return asked && wanted.isEmpty() && held.containsAll(inDelivery.keySet());
  }

  @Override
  public SkipCounts skipped() {
    return source.skipped();
  }

  @Override
  public void close() {
    source.close();
  }
}
