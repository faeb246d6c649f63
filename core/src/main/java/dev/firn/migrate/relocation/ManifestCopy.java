package dev.firn.migrate.relocation;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;
import org.apache.iceberg.MetadataColumns;
import org.jspecify.annotations.Nullable;

/** Copies manifest lists and manifests with other locations in them, each manifest once. */
final class ManifestCopy {
  private static final int STATUS_DELETED = 2;
  private static final int POSITION_DELETES = 1;
  private static final int PATH_ID = MetadataColumns.DELETE_FILE_PATH.fieldId();

  private final Context context;
  private final DeleteFileCopy deleteFiles;
  private final String folder;
  private final boolean checkFiles;
  private final Map<String, NewFiles.Written> done = new HashMap<>();
  private final Set<String> liveFiles = new HashSet<>();
  private int listCount;

  /**
   * Nothing is read yet.
   *
   * @param folder where new files go
   * @param checkFiles whether live files must exist
   */
  ManifestCopy(Context context, String folder, boolean checkFiles) {
    this.context = context;
    this.deleteFiles = new DeleteFileCopy(context);
    this.folder = folder;
    this.checkFiles = checkFiles;
  }

  int listCount() {
    return listCount;
  }

  int manifestCount() {
    return done.size();
  }

  int deleteFileCount() {
    return deleteFiles.count();
  }

  long liveFileCount() {
    return liveFiles.size();
  }

  /**
   * Copies a manifest list with all its manifests.
   *
   * @param location as the snapshot spells it
   * @return where the new one is
   */
  String copyList(String location, long snapshotId) {
    String old = context.map(location, "snapshot " + snapshotId);
    String next =
        Locations.resolve(folder, "snap-" + snapshotId + "-0-" + context.ids().get() + ".avro");
    // Manifests first: a list is never open while they are written.
    context.avro().read(old, record -> copyManifest(AvroCopy.text(record, "manifest_path")));
    listCount++;
    return context
        .files()
        .write(next, out -> context.avro().copy(old, this::pointToCopy, out))
        .location();
  }

  private void pointToCopy(GenericRecord manifest) {
    if (AvroCopy.has(manifest, "key_metadata") && manifest.get("key_metadata") != null) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't relocate: manifest "
              + manifest.get("manifest_path")
              + " is encrypted; decrypt the table where it was first");
    }
    NewFiles.Written copy = copyManifest(AvroCopy.text(manifest, "manifest_path"));
    manifest.put("manifest_path", copy.location());
    manifest.put("manifest_length", copy.sizeBytes());
  }

  /** Copies a manifest, unless it was copied already. */
  NewFiles.Written copyManifest(String location) {
    NewFiles.Written known = done.get(location);
    if (known != null) {
      return known;
    }
    String old = context.map(location, "a manifest list");
    String next = Locations.resolve(folder, context.ids().get() + "-m0.avro");
    NewFiles.Written written =
        context
            .files()
            .write(next, out -> context.avro().copy(old, entry -> move(entry, old), out));
    done.put(location, written);
    return written;
  }

  private void move(GenericRecord entry, String manifest) {
    GenericRecord file = (GenericRecord) entry.get("data_file");
    boolean live = (Integer) entry.get("status") != STATUS_DELETED;
    boolean positions =
        AvroCopy.has(file, "content")
            && Integer.valueOf(POSITION_DELETES).equals(file.get("content"));
    String location = AvroCopy.text(file, "file_path");
    String moved = context.map(location, manifest);
    if (live) {
      check(moved, manifest);
    }
    if (positions && live) {
      NewFiles.Written copy = deleteFiles.copy(location, AvroCopy.text(file, "file_format"));
      file.put("file_size_in_bytes", copy.sizeBytes());
      moved = copy.location();
    }
    file.put("file_path", moved);
    if (positions) {
      moveReferences(file, manifest);
    }
  }

  private void check(String location, String manifest) {
    if (liveFiles.add(location) && checkFiles && !context.io().newInputFile(location).exists()) {
      throw new FirnException(
          ErrorCode.NOT_FOUND,
          "can't relocate: "
              + location
              + ", which "
              + manifest
              + " would name, is not there; move the files first, correct the prefixes, keep only"
              + " referenced snapshots, or leave out the check");
    }
  }

  private void moveReferences(GenericRecord file, String manifest) {
    if (AvroCopy.has(file, "referenced_data_file") && file.get("referenced_data_file") != null) {
      file.put(
          "referenced_data_file",
          context.map(AvroCopy.text(file, "referenced_data_file"), manifest));
    }
    ByteBuffer lower = bound(file, "lower_bounds");
    ByteBuffer upper = bound(file, "upper_bounds");
    // Equal bounds are one whole path, and name the only data file; others may be cut.
    ByteBuffer moved =
        lower != null && lower.equals(upper)
            ? StandardCharsets.UTF_8.encode(
                context.map(StandardCharsets.UTF_8.decode(lower.duplicate()).toString(), manifest))
            : null;
    setBound(file, "lower_bounds", moved);
    setBound(file, "upper_bounds", moved);
  }

  private static @Nullable ByteBuffer bound(GenericRecord file, String field) {
    if (AvroCopy.has(file, field) && file.get(field) instanceof List<?> bounds) {
      for (Object each : bounds) {
        GenericRecord bound = (GenericRecord) each;
        if (bound.get("key").equals(PATH_ID)) {
          return (ByteBuffer) bound.get("value");
        }
      }
    }
    return null;
  }

  private static void setBound(GenericRecord file, String field, @Nullable ByteBuffer value) {
    if (!AvroCopy.has(file, field) || !(file.get(field) instanceof List<?> bounds)) {
      return;
    }
    List<GenericRecord> kept = new ArrayList<>();
    for (Object each : bounds) {
      GenericRecord bound = (GenericRecord) each;
      if (!bound.get("key").equals(PATH_ID)) {
        kept.add(bound);
      } else if (value != null) {
        bound.put("value", value.duplicate());
        kept.add(bound);
      }
    }
    file.put(field, kept);
  }
}
