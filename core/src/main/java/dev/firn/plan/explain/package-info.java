/**
 * How a scan is planned, for people: what is opened, what is skipped and by what, and how many of
 * the opened rows match.
 *
 * <p>Entry class: {@link dev.firn.plan.explain.Explainer}; {@link dev.firn.plan.explain.AsOf} finds
 * the state of a table, {@link dev.firn.plan.explain.MatchCount} reads the files, {@link
 * dev.firn.plan.explain.RowMatcher} tells of one row. Invariants: totals are those of an
 * independent walk of the manifests; rows that delete files delete match nothing; NaN is above all
 * numbers, -0.0 equals 0.0, and a null matches IS NULL and, as in Iceberg, the negative predicates
 * (conditions of SQL take it out of those themselves).
 */
@NullMarked
package dev.firn.plan.explain;

import org.jspecify.annotations.NullMarked;
