/**
 * Which files a scan has to open, found fast, and how that came about.
 *
 * <p>Entry types: {@link dev.firn.plan.FirnScans}, whose {@code newScan(table)} stands in for
 * {@code table.newScan()} of a program that uses Iceberg; {@link dev.firn.plan.Planner} below it;
 * {@link dev.firn.plan.PlanReport}, what was opened and skipped, and by what.
 *
 * <p>The way of a filter: {@code FilterRules} rewrites it so that no row is lost to a fault that a
 * {@link dev.firn.plan.PlanGuard} names; {@code SpecFilter} projects it for each partition spec
 * ({@code GuardedProjection}), asks the manifests' summaries, then the distinct partition values of
 * a manifest ({@code PartitionFilter}), and then the bounds of the files that are left ({@code
 * BoundsFilter}), column by column, as sets of rows ({@code FileSet}). {@link
 * dev.firn.plan.delete.DeleteIndex} attaches delete files.
 *
 * <p>Invariants: a file with a matching row is always planned. The files are those that Iceberg
 * plans, or more where a guard names the fault, or fewer where a transform in the filter was turned
 * into a range. NaN counts as greater than all numbers (as in Spark and DuckDB), -0.0 as equal to
 * 0.0. Nothing is written to storage.
 */
@NullMarked
package dev.firn.plan;

import org.jspecify.annotations.NullMarked;
