/**
 * What ingest costs as rows, partitions, files, known files and commits grow in number. {@link
 * dev.firn.bench.growth.GrowthBench} and {@link dev.firn.bench.growth.AgeBench} are the entries.
 */
@NullMarked
package dev.firn.bench.growth;

import org.jspecify.annotations.NullMarked;
