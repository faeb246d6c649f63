/**
 * A little ETL between decoding and landing: rename, filter, explode, derive.
 *
 * <p>Entry classes: {@link dev.firn.transform.TransformPlan} (what the pipeline file says, checked
 * against the table's schema before a file is read) and {@link
 * dev.firn.transform.TransformingDecoder} (any format's decoder, followed by the steps). {@code
 * docs/transform.md} describes the language.
 *
 * <p>How a plan is made: {@link dev.firn.transform.language.StepParser} reads the steps; {@code
 * Resolver} walks through them with a {@code Scope}, in which a name stands for a {@code Variable},
 * and notes in a tree of {@code SourceNode}s what the files have to give; types come from the
 * table's columns and from declared ones; {@code ProgramCompiler} then makes a {@code Program} of
 * {@link dev.firn.transform.eval} over a batch of the source's schema.
 *
 * <p>Invariants: rows in = rows written + rejected + dropped, for each file; a row is never the
 * reason for an exception; a plan that was made can run.
 */
@NullMarked
package dev.firn.transform;

import org.jspecify.annotations.NullMarked;
