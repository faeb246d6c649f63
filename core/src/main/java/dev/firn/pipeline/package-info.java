/**
 * Configuration and the embedded runner: wires the stages together, as threads of one process.
 *
 * <p>Entry classes: {@link dev.firn.pipeline.PipelineConfig} (what the user wrote), {@link
 * dev.firn.pipeline.Pipeline} (what runs). Invariants: stages hand each other values (notices,
 * landing results, commit outcomes), never handles; a notice is acknowledged only after the commit
 * that covers its file; nothing in this package decides whether a file is new, the ledger does.
 */
@NullMarked
package dev.firn.pipeline;

import org.jspecify.annotations.NullMarked;
