package dev.firn.testkit.crash;

import dev.firn.pipeline.OpenedTable;
import java.util.List;
import java.util.Optional;

/**
 * What a crash run works with.
 *
 * @param launcher starts the processes
 * @param firn the main class of the {@code firn} command, with arguments before the verb, if any
 * @param ingester the same for {@code run}; another one in order to run with a fault
 * @param delivery how ingesters get to know of files
 * @param secondIngesterShare how often a second ingester runs beside the first, 0 to 1
 * @param sabotage something that nobody may do to the table, done now and then; in order to see
 *     whether it is noticed
 */
public record CrashSettings(
    JavaLauncher launcher,
    List<String> firn,
    List<String> ingester,
    Delivery delivery,
    double secondIngesterShare,
    Optional<Sabotage> sabotage) {
  private static final double SECOND_INGESTER_SHARE = 0.3;

  /** How ingesters get to know of files. */
  public enum Delivery {
    /** They watch and list the source folder. */
    FOLDER,
    /** By notices, which are deleted once acknowledged: one that is lost never comes back. */
    NOTICES,
    /** The seed decides. */
    BY_SEED
  }

  /** Does something to a table. */
  public interface Sabotage {
    /** Does it, once. */
    void on(OpenedTable table);
  }

  /** Copies the lists. */
  public CrashSettings {
    firn = List.copyOf(firn);
    ingester = List.copyOf(ingester);
  }

  /** The real program, with the usual mix of events. */
  public static CrashSettings of(JavaLauncher launcher, String mainClass) {
    List<String> firn = List.of(mainClass);
    return new CrashSettings(
        launcher, firn, firn, Delivery.BY_SEED, SECOND_INGESTER_SHARE, Optional.empty());
  }

  /** The same with another program in place of {@code firn run}. */
  public CrashSettings withIngester(List<String> command) {
    return new CrashSettings(launcher, firn, command, delivery, secondIngesterShare, sabotage);
  }

  /** The same with another delivery. */
  public CrashSettings withDelivery(Delivery other) {
    return new CrashSettings(launcher, firn, ingester, other, secondIngesterShare, sabotage);
  }

  /** The same with a second ingester more or less often. */
  public CrashSettings withSecondIngesterShare(double share) {
    return new CrashSettings(launcher, firn, ingester, delivery, share, sabotage);
  }

  /** The same with a sabotage. */
  public CrashSettings withSabotage(Sabotage act) {
    return new CrashSettings(
        launcher, firn, ingester, delivery, secondIngesterShare, Optional.of(act));
  }
}
