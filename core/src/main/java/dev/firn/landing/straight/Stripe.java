package dev.firn.landing.straight;

import dev.firn.batch.Batch;
import dev.firn.landing.Deletion;
import dev.firn.landing.FileNames;
import dev.firn.landing.LandedFile;
import dev.firn.landing.LandingTarget;
import dev.firn.landing.OpenFile;
import dev.firn.landing.PartitionTuple;
import dev.firn.parquet.ParquetBuffers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/** Open files of some partitions, with one lock and one set of buffers. */
final class Stripe {
  /** Above this part of the budget row groups are ended as well, until half of it is free. */
  private static final double ENCODED_PART = 0.5;

  private final StraightOptions options;
  private final long memoryBytes;
  private final FileNames names;
  private final ParquetBuffers buffers = new ParquetBuffers();
  private final Map<Place, Partition> open = new HashMap<>();
  private final List<LandedFile> done = new ArrayList<>();
  private final Set<String> locations = new TreeSet<>();
  private @Nullable FileIO io;
  private long heldBytes;
  private boolean abandoned;

  /** A partition of a table as a schema and a spec have it, which their ids tell. */
  private record Place(int schemaId, int specId, PartitionTuple tuple) {
    static Place of(LandingTarget target, PartitionTuple tuple) {
      Schema schema = target.schema();
      return new Place(schema.schemaId(), target.tableSpec().specId(), tuple);
    }
  }

  /** A file and what it held when it was looked at last. */
  private static final class Partition {
    final LandingTarget target;
    final PartitionTuple tuple;
    final OpenFile file;
    long heldBytes;

    Partition(LandingTarget target, PartitionTuple tuple, OpenFile file) {
      this.target = target;
      this.tuple = tuple;
      this.file = file;
    }
  }

  Stripe(StraightOptions options, long memoryBytes) {
    this.options = options;
    this.memoryBytes = memoryBytes;
    this.names = new FileNames("straight", options.ids());
  }

  synchronized int fileCount() {
    return open.size() + done.size();
  }

  synchronized boolean has(LandingTarget target, PartitionTuple tuple) {
    return open.containsKey(Place.of(target, tuple));
  }

  synchronized void write(LandingTarget target, PartitionTuple tuple, Batch batch, Rows rows) {
    if (abandoned) {
      throw new IllegalStateException("the files that workers share have been given up");
    }
    Place place = Place.of(target, tuple);
    Partition partition = open.get(place);
    if (partition == null) {
      partition = new Partition(target, tuple, create(target, tuple));
      open.put(place, partition);
    }
    partition.file.write(batch, rows.order(), rows.from(), rows.to());
    weigh(partition);
    if (partition.file.writtenBytes() >= options.targetBytes()) {
      open.remove(place);
      finish(partition);
    }
  }

  private OpenFile create(LandingTarget target, PartitionTuple tuple) {
    io = target.io();
    String location = target.locations().newDataLocation(target.tableSpec(), tuple, names.next());
    OpenFile file =
        OpenFile.create(target.io(), location, target.schema(), options.parquet(), buffers);
    locations.add(location);
    return file;
  }

  private void weigh(Partition partition) {
    long now = partition.file.heldBytes();
    heldBytes += now - partition.heldBytes;
    partition.heldBytes = now;
  }

  private void finish(Partition partition) {
    heldBytes -= partition.heldBytes;
    done.add(
        new LandedFile(
            partition.file.finish(), partition.target.tableSpec(), partition.tuple, false));
  }

  /** Gives memory back if more is held than the budget has. */
  synchronized void relieve() {
    if (heldBytes <= memoryBytes || abandoned) {
      return;
    }
    for (Partition partition : open.values()) {
      partition.file.endPages();
      weigh(partition);
    }
    long most = (long) (memoryBytes * ENCODED_PART);
    if (heldBytes <= most) {
      return;
    }
    List<Partition> largestFirst = new ArrayList<>(open.values());
    largestFirst.sort(Comparator.comparingLong((Partition p) -> p.heldBytes).reversed());
    for (Partition partition : largestFirst) {
      if (heldBytes <= most / 2) {
        break;
      }
      partition.file.endRowGroup();
      weigh(partition);
    }
  }

  /** Ends all files. */
  synchronized void finish() {
    for (Partition partition : open.values()) {
      finish(partition);
    }
    open.clear();
    buffers.close();
  }

  /** The files that were ended, which are the caller's from here on. */
  synchronized List<LandedFile> takeDone() {
    List<LandedFile> taken = List.copyOf(done);
    done.clear();
    locations.clear();
    return taken;
  }

  /** Deletes all files, and others; takes no more. */
  synchronized void abandon(Collection<String> others) {
    abandoned = true;
    open.values().forEach(partition -> partition.file.abandon());
    open.clear();
    done.clear();
    buffers.close();
    if (io != null) {
      Deletion.tryAll(io, locations);
      Deletion.tryAll(io, others);
    }
    locations.clear();
  }
}
