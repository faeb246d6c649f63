package dev.firn.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.commit.CommitOutcome.Committed;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.landing.LandingResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the snapshot that a commit is built on go away meanwhile. */
class ExpiredWhileCommittingTest {
  @TempDir private Path folder;
  private CommitFixture table;
  private Event beforeNextRoot = () -> {};

  /** Happens once. */
  private interface Event {
    void run() throws InterruptedException;
  }

  @BeforeEach
  void open() {
    table = new CommitFixture(folder, eventful(new LocalFileIo(false)));
  }

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void aCommitIsBuiltAnewIfSomebodyWentOnAndExpiredItsBase() throws InterruptedException {
    LandingResult first = table.land(1);
    LandingResult second = table.land(1);
    LandingResult third = table.land(1);
    table.committer().commit(first);
    beforeNextRoot =
        () -> {
          table.committer().commit(second);
          table.table().expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
        };
    Committed committed = (Committed) table.committer().commit(third);
    assertThat(committed.attempts()).isEqualTo(2);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1, 2));
  }

  @Test
  void aTableThatNamesAMissingFileIsToldToBeBroken() throws InterruptedException {
    table.committer().commit(table.land(1));
    LandingResult landed = table.land(1);
    table.io.deleteFile(table.metadata().currentSnapshot().manifestListLocation());
    assertThatThrownBy(() -> table.committer().commit(landed))
        .isInstanceOfSatisfying(
            FirnException.class, failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE))
        .hasMessageContaining("names a file that is missing");
  }

  private FileIO eventful(FileIO real) {
    return (FileIO)
        Proxy.newProxyInstance(
            FileIO.class.getClassLoader(),
            new Class<?>[] {FileIO.class, SupportsPrefixOperations.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("newOutputFile")
                  && arguments[0].toString().contains("/root-")) {
                Event event = beforeNextRoot;
                beforeNextRoot = () -> {};
                event.run();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
