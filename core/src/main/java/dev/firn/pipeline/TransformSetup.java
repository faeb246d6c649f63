package dev.firn.pipeline;

import dev.firn.source.PathPattern;
import dev.firn.transform.TransformPlan;
import dev.firn.transform.TransformTarget;
import java.util.Optional;
import org.apache.iceberg.Schema;

/** Makes the plan of a pipeline's steps. */
final class TransformSetup {
  /** The key of the steps. */
  static final String KEY = "transform";

  private TransformSetup() {}

  /**
   * The plan; empty if the pipeline file has no steps.
   *
   * @throws dev.firn.error.FirnException {@link dev.firn.error.ErrorCode#CONFIG} if they can't be
   *     done for a table of this schema
   */
  static Optional<TransformPlan> plan(PipelineConfig config, Schema table) {
    return config
        .structured(KEY)
        .map(
            tree ->
                TransformPlan.of(
                    tree,
                    new TransformTarget(
                        table,
                        config.find(ConfigKeys.EVENT_COLUMN),
                        PathPattern.parse(config.get(ConfigKeys.SOURCE_PATTERN)))));
  }
}
