package dev.firn.plan;

import dev.firn.plan.manifest.SpecLookup;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.expressions.Expression;

/** The filter of one plan, made ready for each spec as its first manifest comes. One thread. */
final class FilterPlan {
  private final PlanInput input;
  private final Set<PlanGuard> enabled;
  private final EnumSet<PlanGuard> fired = EnumSet.noneOf(PlanGuard.class);
  private final Set<Integer> moreColumns;
  private final SpecTexts texts;
  private final Map<Integer, SpecFilter> bySpec = new HashMap<>();

  /**
   * The filter of a plan.
   *
   * @param moreColumns columns whose statistics are needed beside those of the filter
   */
  FilterPlan(PlanInput input, Set<PlanGuard> enabled, Set<Integer> moreColumns, SpecTexts texts) {
    this.input = input;
    this.enabled = enabled;
    this.moreColumns = moreColumns;
    this.texts = texts;
  }

  /** The guards that changed anything. */
  Set<PlanGuard> fired() {
    return Collections.unmodifiableSet(fired);
  }

  SpecFilter forSpec(int specId) {
    return bySpec.computeIfAbsent(specId, this::make);
  }

  private SpecFilter make(int specId) {
    PartitionSpec spec = SpecLookup.require(input.source().specs(), specId);
    FilterRules rules = new FilterRules(spec.schema(), input.caseSensitive(), enabled);
    Expression rowFilter = rules.forRows(input.filter());
    Expression planFilter = rules.forPlanning(rowFilter);
    fired.addAll(rules.fired());
    FilterTree tree = FilterTree.of(spec.schema(), planFilter, input.caseSensitive());
    return new SpecFilter(
        new SpecFilter.Setting(spec, input, enabled, fired, moreColumns, texts),
        tree,
        new SpecFilter.Filters(rowFilter, planFilter));
  }
}
