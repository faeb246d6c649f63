package dev.firn.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.expressions.ManifestEvaluator;
import org.apache.iceberg.expressions.Projections;
import org.apache.iceberg.io.CloseableIterable;

/**
 * The files that Iceberg plans, by its own evaluators over entries that were read once; the same as
 * {@code planFiles}, without reading the manifests for each filter.
 */
final class IcebergOracle {
  private record Read(ManifestFile manifest, List<DataFile> files) {}

  private final Map<Integer, PartitionSpec> specs;
  private final List<Read> manifests = new ArrayList<>();

  IcebergOracle(Table table) {
    specs = table.specs();
    for (ManifestFile manifest : table.currentSnapshot().dataManifests(table.io())) {
      List<DataFile> files = new ArrayList<>();
      try (ManifestReader<DataFile> reader = ManifestFiles.read(manifest, table.io(), specs)) {
        reader.forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      manifests.add(new Read(manifest, files));
    }
  }

  TreeSet<String> plan(Expression filter) {
    TreeSet<String> planned = new TreeSet<>();
    for (Read read : manifests) {
      PartitionSpec spec = specs.get(read.manifest().partitionSpecId());
      Expression projected = Projections.inclusive(spec).project(filter);
      boolean live = read.manifest().hasAddedFiles() || read.manifest().hasExistingFiles();
      if (!live
          || !ManifestEvaluator.forPartitionFilter(projected, spec, true).eval(read.manifest())) {
        continue;
      }
      Evaluator partitions = new Evaluator(spec.partitionType(), projected, true);
      InclusiveMetricsEvaluator metrics =
          new InclusiveMetricsEvaluator(spec.schema(), filter, true);
      for (DataFile file : read.files()) {
        if (partitions.eval(file.partition()) && metrics.eval(file)) {
          planned.add(file.location());
        }
      }
    }
    return planned;
  }

  /** The locations of the files that a scan plans. */
  static TreeSet<String> planned(TableScan scan) {
    TreeSet<String> planned = new TreeSet<>();
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      tasks.forEach(task -> planned.add(task.file().location()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return planned;
  }
}
