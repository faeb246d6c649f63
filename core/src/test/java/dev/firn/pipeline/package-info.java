/** Pipelines over folders of a few files, read back with Iceberg's generic reader. */
@NullMarked
package dev.firn.pipeline;

import org.jspecify.annotations.NullMarked;
