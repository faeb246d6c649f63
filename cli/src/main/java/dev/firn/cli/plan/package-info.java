/**
 * The verb that tells what a scan of a table opens.
 *
 * <p>Entry class: {@link dev.firn.cli.plan.PlanCommand}. What is told comes from {@link
 * dev.firn.plan.explain.Explainer}; nothing here plans or counts.
 */
@NullMarked
package dev.firn.cli.plan;

import org.jspecify.annotations.NullMarked;
