package dev.firn.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.landing.LandingResult;
import dev.firn.table.LandingRule;
import dev.firn.table.LandingSpec;
import dev.firn.table.TableChangeLoop;
import dev.firn.table.ddl.DdlParser;
import dev.firn.table.ddl.DdlResult;
import dev.firn.table.ddl.DdlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The default spec changes between landings, and between a landing and its commit. */
class SpecChangeTest {
  @TempDir Path folder;
  private CommitFixture fixture;

  @BeforeEach
  void open() {
    fixture = new CommitFixture(folder);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private DdlResult alter(String change, Optional<LandingRule> rule) {
    DdlSession session = new DdlSession(fixture.catalog, name -> rule, TableChangeLoop.DEFAULT);
    return session.execute(DdlParser.parse("ALTER TABLE logs.actions " + change).get(0));
  }

  private static Optional<LandingRule> rule() {
    return Optional.of(new LandingRule(Optional.empty(), Optional.of("ts")));
  }

  /** The transforms of the specs that live files have. */
  private Set<String> layouts() throws IOException {
    Set<String> layouts = new TreeSet<>();
    try (CloseableIterable<FileScanTask> tasks = fixture.table().newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        layouts.add(task.spec().fields().stream().map(f -> f.transform().toString()).toList() + "");
      }
    }
    return layouts;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "REPLACE PARTITION FIELD months(ts) WITH days(ts)",
        "REPLACE PARTITION FIELD ts_month WITH hours(ts)",
        "DROP PARTITION FIELD months(ts)",
        "DROP PARTITION FIELD action",
        "ADD PARTITION FIELD bucket(4, id)",
        "ADD PARTITION FIELD days(ts) AS d"
      })
  void c25_aBatchThatLandedBeforeTheChangeIsCommittedAndTheNextOneToo(String change)
      throws Exception {
    fixture.committer().commit(fixture.land(1));
    LandingResult waiting = fixture.land(1);
    alter(change, rule());
    int specs = fixture.metadata().specs().size();
    fixture.committer().commit(waiting);
    fixture.committer().commit(fixture.land(1));
    assertThat(fixture.ids()).isEqualTo(CommitFixture.idsOf(0, 1, 2));
    assertThat(layouts()).containsExactly("[day]");
    // The landing spec was there with the change: no commit had to add one.
    assertThat(fixture.metadata().specs()).hasSize(specs);
    LandingSpec landing = rule().get().specBeside(CommitFixture.SCHEMA, fixture.metadata().spec());
    assertThat(landing.findIn(fixture.metadata())).isPresent();
  }

  @Test
  void withoutAPipelineTheNextCommitMakesTheLandingSpec() throws Exception {
    alter("REPLACE PARTITION FIELD months(ts) WITH hours(ts)", Optional.empty());
    assertThat(fixture.metadata().specs()).hasSize(2);
    fixture.committer().commit(fixture.land(1));
    assertThat(fixture.metadata().specs()).hasSize(3);
    assertThat(fixture.ids()).isEqualTo(CommitFixture.idsOf(0));
  }

  @Test
  void theLandingSpecMayBecomeTheDefaultSpecAndStopBeingIt() throws Exception {
    fixture.committer().commit(fixture.land(1));
    alter("DROP PARTITION FIELD action", rule());
    alter("REPLACE PARTITION FIELD months(ts) WITH days(ts)", rule());
    LandingSpec landing = rule().get().specBeside(CommitFixture.SCHEMA, fixture.metadata().spec());
    assertThat(landing.findIn(fixture.metadata())).hasValue(fixture.metadata().defaultSpecId());
    fixture.committer().commit(fixture.land(1));
    alter("REPLACE PARTITION FIELD days(ts) WITH action", rule());
    fixture.committer().commit(fixture.land(1));
    assertThat(fixture.ids()).isEqualTo(CommitFixture.idsOf(0, 1, 2));
    assertThat(layouts()).containsExactly("[day]");
    assertThat(fixture.metadata().spec().fields())
        .extracting(f -> f.transform().toString())
        .isEqualTo(List.of("identity"));
  }
}
