/**
 * The language of steps: what stands in a pipeline file becomes values.
 *
 * <p>Entry class: {@link dev.firn.transform.language.StepParser}. Nothing here knows of schemas:
 * names may be anything, and types are checked later. Every message names the step and, in an
 * expression, the column of its text.
 */
@NullMarked
package dev.firn.transform.language;

import org.jspecify.annotations.NullMarked;
