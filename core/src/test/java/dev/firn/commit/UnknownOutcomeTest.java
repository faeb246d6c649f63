package dev.firn.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.commit.CommitOutcome.Committed;
import dev.firn.commit.CommitOutcome.GivenUp;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.OnOverwrite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalog does not say whether a commit landed. */
class UnknownOutcomeTest {
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

  private Set<String> files() {
    return StoredFiles.all(folder.resolve("warehouse"));
  }

  private void commitElsewhere(LandingResult landed) {
    try {
      assertThat(table.committer().commit(landed)).isInstanceOf(Committed.class);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Steps that note which files are there, to see later that none of them was deleted. */
  private ScriptedPointers.Step noting(Set<String> noted, ScriptedPointers.Step step) {
    return swap -> {
      noted.addAll(files());
      return step.on(swap);
    };
  }

  @Test
  void aCommitWhoseAnswerIsLostIsFoundByItsId() throws Exception {
    LandingResult landed = table.land(2);
    table.pointers.then(table.pointers.appliedUnanswered(() -> {}));
    Committed committed = (Committed) table.committer().commit(landed);
    assertThat(committed.attempts()).isEqualTo(1);
    assertThat(committed.root()).isEqualTo(table.head());
    assertThat(table.metadata().snapshots()).hasSize(1);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
  }

  @Test
  void aCommitWhoseAnswerIsLostIsFoundBelowTheCommitsOfOthers() throws Exception {
    LandingResult landed = table.land(1);
    LandingResult others = table.land(1);
    table.pointers.then(
        table.pointers.appliedUnanswered(
            () -> {
              commitElsewhere(others);
              table.foreignAppend();
            }));
    Committed committed = (Committed) table.committer().commit(landed);
    assertThat(committed.attempts()).isEqualTo(1);
    assertThat(committed.root().sequence()).isEqualTo(1);
    assertThat(table.head().previous()).contains(committed.root().location());
    assertThat(table.ids()).hasSize(5);
  }

  @Test
  void aCommitThatWasLostIsMadeAgainAndNothingIsDeleted() throws Exception {
    LandingResult landed = table.land(1);
    Set<String> noted = new TreeSet<>();
    table.pointers.then(noting(noted, table.pointers.lost()), noting(noted, table.pointers.lost()));
    Committed committed = (Committed) table.committer().commit(landed);
    assertThat(committed.attempts()).isEqualTo(3);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0));
    assertThat(table.metadata().snapshots()).hasSize(1);
    assertThat(files()).containsAll(noted);
  }

  @Test
  void aRequestThatIsStillUnderWayIsFencedOrFound() throws Exception {
    LandingResult landed = table.land(1);
    Set<String> noted = new TreeSet<>();
    table.pointers.then(noting(noted, table.pointers.late()));
    Committed committed = (Committed) table.committer().commit(landed);
    assertThat(table.metadata().snapshots()).hasSize(1);
    assertThat(committed.root()).isEqualTo(table.head());
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0));
    assertThat(files()).containsAll(noted);
  }

  @Test
  void aLostCommitWhoseFilesAnotherIngesterBringsInIsGivenUpAndNothingIsDeleted() throws Exception {
    Path file = table.write("a.json", CommitFixture.row("2021-05-29T00:00:00Z", 1));
    LandingResult landed = table.land(java.util.List.of(file));
    LandingResult others = table.land(java.util.List.of(file));
    table.pointers.then(
        swap -> {
          try {
            return table.pointers.lost().on(swap);
          } finally {
            commitElsewhere(others);
          }
        });
    table.pointers.failingReads.set(0);
    CommitOutcome outcome = table.committer().commit(landed);
    assertThat(outcome).isInstanceOf(GivenUp.class);
    assertThat(table.ids()).containsExactly(1L);
  }

  @Test
  void anOutcomeThatStaysUnknownIsItsOwnErrorAndNothingIsDeleted() {
    LandingResult landed = table.land(1);
    Set<String> noted = new TreeSet<>();
    for (int i = 0; i < 200; i++) {
      table.pointers.then(noting(noted, table.pointers.lost()));
    }
    CommitOptions brief =
        new CommitOptions(
            OnOverwrite.REJECT,
            Duration.ofMillis(200),
            Duration.ofMillis(1),
            Duration.ofMillis(50));
    assertThatThrownBy(() -> table.committer(brief).commit(landed))
        .isInstanceOfSatisfying(
            FirnException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COMMIT_STATE_UNKNOWN))
        .hasMessageContaining("may or may not have landed");
    assertThat(files()).containsAll(noted);
  }

  @Test
  void aLostCommitThatOnlyMeetsConflictsAfterwardsStaysUnknown() {
    LandingResult landed = table.land(1);
    table.pointers.then(table.pointers.lost());
    for (int i = 0; i < 200; i++) {
      table.pointers.then(swap -> false);
    }
    CommitOptions brief =
        new CommitOptions(
            OnOverwrite.REJECT,
            Duration.ofMillis(100),
            Duration.ofMillis(1),
            Duration.ofMillis(20));
    assertThatThrownBy(() -> table.committer(brief).commit(landed))
        .isInstanceOfSatisfying(
            FirnException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COMMIT_STATE_UNKNOWN));
  }

  @Test
  void c37_aProcessThatRestartsAfterALostAnswerCommitsNothingTwice() throws Exception {
    LandingResult landed = table.land(2);
    CommitOptions brief =
        new CommitOptions(
            OnOverwrite.REJECT, Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(5));
    table.pointers.then(table.pointers.appliedUnanswered(() -> {}));
    assertThatThrownBy(() -> table.committer(brief).commit(landed))
        .isInstanceOfSatisfying(
            FirnException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COMMIT_STATE_UNKNOWN));
    // Another process, another committer, other commit ids; the files are landed anew.
    LandingResult again =
        table.land(
            java.util.List.of(
                folder.resolve("in").resolve("0.json"), folder.resolve("in").resolve("1.json")));
    assertThat(table.committer().commit(again)).isInstanceOf(GivenUp.class);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
  }
}
