package dev.firn.transform;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.error.Nearest;
import dev.firn.transform.language.Step;
import dev.firn.transform.language.StepParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.TypeUtil;

/**
 * The steps of a pipeline file, checked against the table's schema: a plan that was made can run.
 * Immutable, for any thread.
 */
public final class TransformPlan {
  private final TransformTarget target;
  private final Resolution resolution;
  private final Schema sourceSchema;

  private TransformPlan(TransformTarget target, Resolution resolution) {
    this.target = target;
    this.resolution = resolution;
    this.sourceSchema = resolution.row().schema();
  }

  /**
   * Makes the plan of steps.
   *
   * @param tree the value of {@code transform}: a list of maps with one key each
   * @throws FirnException {@link ErrorCode#CONFIG} naming the step, the place in its text, what was
   *     expected and the nearest name
   */
  public static TransformPlan of(Object tree, TransformTarget target) {
    List<Step> steps = StepParser.parse(tree);
    TransformPlan plan = new TransformPlan(target, Resolver.resolve(steps, target));
    plan.program();
    return plan;
  }

  /**
   * What the files have to give: the columns of the table that come as they are, and what the steps
   * use, with the names and types that it has in the files. All of it is optional.
   */
  public Schema sourceSchema() {
    return sourceSchema;
  }

  /** What the steps lead to. */
  public TransformTarget target() {
    return target;
  }

  /**
   * The columns of {@link #sourceSchema} that somebody means by a name of the files: as steps write
   * it, without the elements of arrays that are exploded; inside of an exploded array also without
   * the array.
   *
   * @param key the configuration that has the name, for the message
   * @throws FirnException {@link ErrorCode#CONFIG} if there is none
   */
  public List<String> sourceColumns(String name, String key) {
    List<String> found = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (String full : TypeUtil.indexNameById(sourceSchema.asStruct()).values()) {
      String written = (full + ".").replace(".element.", ".");
      int lastElement = full.lastIndexOf(".element.");
      String lifted = lastElement < 0 ? full : full.substring(lastElement + ".element.".length());
      known.add(written.substring(0, written.length() - 1));
      if (full.equals(name) || written.equals(name + ".") || lifted.equals(name)) {
        found.add(full);
      }
    }
    if (found.isEmpty()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'"
              + key
              + "': '"
              + name
              + "' is no column that is read from the files"
              + Nearest.of(name, known).map(near -> "; did you mean '" + near + "'?").orElse("")
              + " (with 'transform', columns have the names here that they have in the files)");
    }
    return found;
  }

  /** A program of its own state; costs the arrays of a batch. */
  Program program() {
    return new ProgramCompiler(resolution, target, sourceSchema).compile();
  }

  /** Whether a row of the files may become several. */
  public boolean explodes() {
    return resolution.explodes();
  }

  /** Whether rows can be rejected after the steps. */
  boolean checksRows() {
    return target.eventTimeColumn().isPresent()
        || target.table().columns().stream().anyMatch(RowChecks::needsCheck);
  }

  Optional<String> eventTimeColumn() {
    return target.eventTimeColumn();
  }
}
