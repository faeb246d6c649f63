package dev.firn.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.migrate.Migrated.Outcome;
import dev.firn.migrate.folder.HadoopWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MigrationTest {
  private static final TableIdentifier TABLE = Stage.TABLE;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void theTableIsAtTheTargetAndNoClientOfTheSourceCanWriteIt(Stage.Kind kind) throws Exception {
    try (Stage stage = new Stage(folder, kind)) {
      var early = stage.appender();
      early.accept("a");
      String location = stage.source().state(TABLE).toString();
      Migrated done = stage.migration().run(TABLE, TABLE);
      assertThat(done.outcome()).isEqualTo(Outcome.MIGRATED);
      assertThat(location).contains(done.metadataLocation());
      assertThat(HadoopWriter.files(stage.tableAtTarget())).containsExactly("a");
      assertThatThrownBy(() -> early.accept("b")).isInstanceOf(RuntimeException.class);
      assertThatThrownBy(() -> stage.appender().accept("c")).isInstanceOf(RuntimeException.class);
      stage.createIfNotExistsAtSource();
      stage.checkOneEntry();
      stage.tableAtTarget().newAppend().appendFile(HadoopWriter.file("d")).commit();
      assertThat(HadoopWriter.files(stage.tableAtTarget())).containsExactly("a", "d");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDryRunChangesNothing(Stage.Kind kind) throws Exception {
    try (Stage stage = new Stage(folder, kind)) {
      stage.appender().accept("a");
      SourceState before = stage.source().state(TABLE);
      int files = files();
      Migrated plan = stage.migration().dryRun(TABLE, TABLE);
      assertThat(plan.outcome()).isEqualTo(Outcome.POSSIBLE);
      assertThat(plan.journal()).isEmpty();
      assertThat(stage.source().state(TABLE)).isEqualTo(before);
      assertThat(stage.targetCatalog.listNamespaces(Namespace.empty())).isEmpty();
      assertThat(files()).isEqualTo(files);
    }
  }

  private int files() throws Exception {
    try (var paths = Files.walk(folder)) {
      return (int) paths.filter(path -> !path.toString().contains(".db")).count();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSecondRunFindsItDoneAndDoesNotUndoWhatHappenedSince(Stage.Kind kind) throws Exception {
    try (Stage stage = new Stage(folder, kind)) {
      stage.migration().run(TABLE, TABLE);
      stage.targetCatalog.renameTable(TABLE, TableIdentifier.of("db", "renamed"));
      assertThat(stage.migration().run(TABLE, TABLE).outcome()).isEqualTo(Outcome.ALREADY);
      assertThat(stage.targetCatalog.tableExists(TABLE)).isFalse();
      assertThat(stage.migration().dryRun(TABLE, TABLE).outcome()).isEqualTo(Outcome.ALREADY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCrashAfterTheRegistrationDoesNotBringADroppedTableBack(Stage.Kind kind) throws Exception {
    try (Stage stage = new Stage(folder, kind)) {
      Migration killed =
          Stage.migration(
              stage.source(),
              stage.target(),
              step -> {
                if (step == MigrationStep.REGISTERED) {
                  throw new Killed(0);
                }
              });
      assertThatThrownBy(() -> killed.run(TABLE, TABLE)).isInstanceOf(Killed.class);
      stage.targetCatalog.dropTable(TABLE, false);
      assertThat(stage.migration().dryRun(TABLE, TABLE).outcome()).isEqualTo(Outcome.UNFINISHED);
      assertThat(stage.migration().run(TABLE, TABLE).outcome()).isEqualTo(Outcome.RESUMED);
      assertThat(stage.targetCatalog.tableExists(TABLE)).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTakenNameIsRefusedBeforeAnythingIsChanged(Stage.Kind kind) throws Exception {
    try (Stage stage = new Stage(folder, kind)) {
      stage.targetCatalog.createNamespace(Namespace.of("db"), Map.of());
      stage.targetCatalog.createTable(TABLE, HadoopWriter.SCHEMA);
      SourceState before = stage.source().state(TABLE);
      for (boolean dry : List.of(true, false)) {
        assertThatThrownBy(
                () -> {
                  Migrated done =
                      dry
                          ? stage.migration().dryRun(TABLE, TABLE)
                          : stage.migration().run(TABLE, TABLE);
                  throw new AssertionError(done);
                })
            .isInstanceOfSatisfying(
                FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
            .hasMessageContaining("nothing was changed");
      }
      assertThat(stage.source().state(TABLE)).isEqualTo(before);
      stage.appender().accept("still writable");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTableThatTheTargetHasUnderAnotherNameIsRefused(Stage.Kind kind) throws Exception {
    try (Stage stage = new Stage(folder, kind)) {
      String pointer = ((SourceState.Live) stage.source().state(TABLE)).metadataLocation();
      stage.targetCatalog.createNamespace(Namespace.of("x"), Map.of());
      stage.targetCatalog.registerTable(TableIdentifier.of("x", "copy"), pointer);
      assertThatThrownBy(() -> stage.migration().run(TABLE, TABLE))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("the table is there already, as x.copy");
      assertThat(stage.source().state(TABLE)).isEqualTo(new SourceState.Live(pointer));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFencedTableCannotGoSomewhereElse(Stage.Kind kind) throws Exception {
    try (Stage stage = new Stage(folder, kind);
        var third = stage.open("third")) {
      stage.migration().run(TABLE, TABLE);
      MigrationTarget other =
          new CatalogTarget("sqlite:/third#third", third, new dev.firn.io.LocalFileIo(false));
      assertThatThrownBy(() -> Stage.migration(stage.source(), other, step -> {}).run(TABLE, TABLE))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("it was fenced to go to");
      assertThatThrownBy(() -> stage.migration().run(TABLE, TableIdentifier.of("db", "other")))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("it was fenced to go to");
    }
  }

  @Test
  void aTableCanGoThereAndBackAndThereAgainWithoutACommitInBetween() throws Exception {
    try (Stage stage = new Stage(folder, Stage.Kind.CATALOG)) {
      stage.appender().accept("a");
      for (int round = 0; round < 3; round++) {
        assertThat(stage.migration().run(TABLE, TABLE).outcome()).isEqualTo(Outcome.MIGRATED);
        assertThat(stage.sourceCatalog.tableExists(TABLE)).isFalse();
        Migration back = Stage.migration(stage.back(), stage.home(), step -> {});
        assertThat(back.run(TABLE, TABLE).outcome()).isEqualTo(Outcome.MIGRATED);
        assertThat(stage.targetCatalog.tableExists(TABLE)).isFalse();
        stage.checkOneEntry();
      }
      stage.appender().accept("b");
      assertThat(HadoopWriter.files(stage.sourceCatalog.loadTable(TABLE)))
          .containsExactly("a", "b");
    }
  }

  @Test
  void aMissingTableAndAMigrationToItselfAreErrors() throws Exception {
    try (Stage stage = new Stage(folder, Stage.Kind.CATALOG)) {
      assertThatThrownBy(() -> stage.migration().run(TableIdentifier.of("db", "none"), TABLE))
          .isInstanceOfSatisfying(
              FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
      assertThatThrownBy(() -> Stage.migration(stage.source(), stage.home(), step -> {}))
          .isInstanceOfSatisfying(
              FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE));
    }
  }

  @ParameterizedTest
  @EnumSource
  void allTablesAreListedThoseOnTheirWayToo(Stage.Kind kind) throws Exception {
    try (Stage stage = new Stage(folder, kind)) {
      List<MigrationStep> seen = new ArrayList<>();
      Stage.migration(stage.source(), stage.target(), seen::add).run(TABLE, TABLE);
      assertThat(seen).containsExactly(MigrationStep.values());
      assertThat(stage.source().tables()).containsExactly(TABLE);
    }
  }
}
