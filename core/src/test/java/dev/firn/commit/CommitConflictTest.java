package dev.firn.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.commit.CommitOutcome.Committed;
import dev.firn.commit.CommitOutcome.GivenUp;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.OnOverwrite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other writers come in between. */
class CommitConflictTest {
  @TempDir private Path folder;
  private CommitFixture table;

  @BeforeEach
  void open() {
    table = new CommitFixture(folder);
  }

  @AfterEach
  void close() {
    table.close();
  }

  private Set<String> orphans() {
    return StoredFiles.orphans(
        folder.resolve("warehouse"), table.metadata(), table.ledgerTable.store(), table.io);
  }

  private Set<String> orphansButSegments() {
    return orphans().stream()
        .filter(name -> !name.startsWith("segment-"))
        .collect(Collectors.toSet());
  }

  private CommitOutcome commitElsewhere(LandingResult landed) {
    try {
      return table.committer().commit(landed);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anotherWriterBeforeEachAttemptOnlyCostsAttemptsAndLeavesNoFileBehind() throws Exception {
    LandingResult landed = table.land(2);
    LandingResult other = table.land(1);
    table.pointers.then(
        ScriptedPointers.after(table::foreignAppend),
        swap -> swap.run(), // the foreign append's own
        ScriptedPointers.after(() -> commitElsewhere(other)),
        swap -> swap.run(),
        ScriptedPointers.after(
            () -> table.table().updateProperties().set("owner", "somebody").commit()));
    Committed committed = (Committed) table.committer().commit(landed);
    assertThat(committed.attempts()).isEqualTo(4);
    assertThat(committed.root().sequence()).isEqualTo(2);
    assertThat(table.metadata().snapshots()).hasSize(3);
    List<Long> expected = new ArrayList<>(List.of(-1L));
    expected.addAll(CommitFixture.idsOf(0, 1, 2));
    assertThat(table.ids()).isEqualTo(expected);
    assertThat(table.metadata().properties()).containsEntry("owner", "somebody");
    assertThat(orphans()).isEmpty();
  }

  @Test
  void aConflictWhileManifestsAreMergedLeavesNoFileBehind() throws Exception {
    table.table().updateProperties().set("commit.manifest.min-count-to-merge", "2").commit();
    for (int i = 0; i < 3; i++) {
      table.committer().commit(table.land(1));
    }
    LandingResult landed = table.land(1);
    table.pointers.then(ScriptedPointers.after(table::foreignAppend));
    assertThat(((Committed) table.committer().commit(landed)).attempts()).isEqualTo(2);
    assertThat(table.ids()).contains(-1L).hasSize(9);
    assertThat(orphans()).isEmpty();
  }

  @Test
  void theLoserOfARaceForTheSameFilesIsGivenUpAndItsFilesAreDeleted() throws Exception {
    Path bad = table.write("bad.json", "nonsense\n" + CommitFixture.row("2021-05-29T00:00:00Z", 9));
    LandingResult winner = table.land(List.of(bad));
    LandingResult loser = table.land(List.of(bad)).plus(table.land(1));
    assertThat(loser.locations()).hasSize(4);
    table.pointers.then(ScriptedPointers.after(() -> commitElsewhere(winner)));
    GivenUp givenUp = (GivenUp) table.committer().commit(loser);
    assertThat(givenUp.known()).containsExactly(winner.entries().get(0).file());
    assertThat(givenUp.root()).contains(table.head());
    assertThat(table.ids()).containsExactly(9L);
    assertThat(loser.locations()).allSatisfy(file -> assertThat(pathOf(file)).doesNotExist());
    assertThat(winner.locations()).allSatisfy(file -> assertThat(pathOf(file)).exists());
    assertThat(orphansButSegments()).isEmpty();
  }

  @Test
  void theLoserOfARaceForAllItsFilesIsGivenUpAndItsFilesAreDeletedToo() throws Exception {
    Path file = table.write("a.json", CommitFixture.row("2021-05-29T00:00:00Z", 1));
    LandingResult winner = table.land(List.of(file));
    LandingResult loser = table.land(List.of(file));
    commitElsewhere(winner);
    assertThat(table.committer().commit(loser)).isInstanceOf(GivenUp.class);
    assertThat(table.ids()).containsExactly(1L);
    assertThat(loser.locations()).allSatisfy(path -> assertThat(pathOf(path)).doesNotExist());
  }

  @Test
  void threadsThatRaceForTheSameFilesPutThemInOnce() throws Exception {
    int racers = 3;
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      files.add(table.write(i + ".json", CommitFixture.row("2021-05-29T00:00:00Z", i)));
    }
    List<Callable<CommitOutcome>> commits = new ArrayList<>();
    CyclicBarrier start = new CyclicBarrier(racers);
    for (int i = 0; i < racers; i++) {
      LandingResult landed = table.land(files);
      Committer committer = table.committer();
      commits.add(
          () -> {
            start.await();
            return committer.commit(landed);
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(racers);
    try {
      int winners = 0;
      for (Future<CommitOutcome> outcome : threads.invokeAll(commits)) {
        winners += outcome.get() instanceof Committed ? 1 : 0;
      }
      assertThat(winners).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
    assertThat(table.ids()).containsExactly(0L, 1L, 2L);
    assertThat(orphansButSegments()).isEmpty();
  }

  @Test
  void anotherVersionThatIsInTheTableByNowIsNotCountedAsDealtWith() throws Exception {
    Path file = table.write("a.json", CommitFixture.row("2021-05-29T00:00:00Z", 1));
    LandingResult first = table.land(List.of(file));
    table.write("a.json", CommitFixture.row("2021-05-29T00:00:00Z", 2) + "\n");
    LandingResult second = table.land(List.of(file));
    table.pointers.then(ScriptedPointers.after(() -> commitElsewhere(first)));
    GivenUp givenUp = (GivenUp) table.committer().commit(second);
    assertThat(givenUp.known()).isEmpty();
    assertThat(table.ids()).containsExactly(1L);
    assertThat(second.locations()).allSatisfy(path -> assertThat(pathOf(path)).doesNotExist());
  }

  @Test
  void anotherVersionIsIngestedTooWhereThatIsThePolicy() throws Exception {
    Path file = table.write("a.json", CommitFixture.row("2021-05-29T00:00:00Z", 1));
    commitElsewhere(table.land(List.of(file)));
    table.write("a.json", CommitFixture.row("2021-05-29T00:00:00Z", 2) + "\n");
    LandingResult second = table.land(List.of(file));
    CommitOptions ingest =
        new CommitOptions(
            OnOverwrite.INGEST, Duration.ofSeconds(9), Duration.ofMillis(1), Duration.ofMillis(1));
    assertThat(table.committer(ingest).commit(second)).isInstanceOf(Committed.class);
    assertThat(table.ids()).containsExactly(1L, 2L);
    assertThat(table.entries("a.json"))
        .extracting(LedgerEntry::status)
        .containsExactly(FileStatus.INGESTED, FileStatus.INGESTED);
  }

  @Test
  void conflictsWithoutEndAreAConflict() {
    LandingResult landed = table.land(1);
    addConflicts(200);
    assertThatThrownBy(() -> table.committer(brief()).commit(landed))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("did not land")
        .hasMessageContaining("logs.actions");
    assertThat(orphansButSegments()).containsExactlyInAnyOrderElementsOf(names(landed.locations()));
  }

  @Test
  void aCatalogThatIsDownIsACatalogFailureAndLeavesNoFileBehind() {
    LandingResult landed = table.land(1);
    for (int i = 0; i < 200; i++) {
      table.pointers.then(table.pointers.refused());
    }
    assertThatThrownBy(() -> table.committer(brief()).commit(landed))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG))
        .hasMessageContaining("did not land")
        .hasMessageContaining("injected: refused");
    assertThat(orphansButSegments()).containsExactlyInAnyOrderElementsOf(names(landed.locations()));
  }

  @Test
  void aCatalogThatComesBackInTimeIsNoFailure() throws Exception {
    LandingResult landed = table.land(1);
    table.pointers.then(table.pointers.refused(), table.pointers.refused());
    Committer committer = table.committer();
    table.pointers.failingReads.set(1);
    Committed committed = (Committed) committer.commit(landed);
    assertThat(committed.attempts()).isEqualTo(3);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0));
    assertThat(orphans()).isEmpty();
  }

  private static CommitOptions brief() {
    return new CommitOptions(
        OnOverwrite.REJECT, Duration.ofMillis(300), Duration.ofMillis(1), Duration.ofMillis(40));
  }

  private void addConflicts(int count) {
    for (int i = 0; i < count; i++) {
      // Answers that the pointer was somewhere else.
      table.pointers.then(swap -> false);
    }
  }

  private static Path pathOf(String location) {
    return Path.of(location.substring("file://".length()));
  }

  private static Set<String> names(Set<String> locations) {
    return locations.stream()
        .map(location -> location.substring(location.lastIndexOf('/') + 1))
        .collect(Collectors.toSet());
  }

  @Test
  void storageThatFailsAtAnyStepOfTheBuildLeavesNoFileBehindAndIsTriedAgain() throws Exception {
    int failures = 0;
    boolean failed = true;
    while (failed) {
      String what = "failure at creation " + failures;
      Path each = Files.createDirectories(folder.resolve("n" + failures));
      FailingCreation io = new FailingCreation();
      try (CommitFixture other = new CommitFixture(each, io)) {
        LandingResult landed = other.land(1);
        io.failAt(failures);
        Committed committed = (Committed) other.committer().commit(landed);
        failed = io.hasFailed();
        failures += failed ? 1 : 0;
        assertThat(committed.root().sequence()).as(what).isEqualTo(1);
        assertThat(other.ids()).as(what).isEqualTo(CommitFixture.idsOf(0));
        assertThat(
                StoredFiles.orphans(
                    each.resolve("warehouse"),
                    other.metadata(),
                    other.ledgerTable.store(),
                    other.io))
            .as(what)
            .isEmpty();
      }
    }
    // A segment, a root, a manifest, their list and the metadata file at least.
    assertThat(failures).isGreaterThanOrEqualTo(5);
  }
}
