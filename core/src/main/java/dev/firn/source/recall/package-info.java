/**
 * Files that are wanted again after their notices were acknowledged.
 *
 * <p>Entry class: {@link dev.firn.source.recall.RecallingSource}, which stands around any source.
 */
@NullMarked
package dev.firn.source.recall;

import org.jspecify.annotations.NullMarked;
