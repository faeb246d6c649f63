package dev.firn.commit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * Table operations that start from one base metadata and keep what is committed to them in memory,
 * so that Iceberg's updates, one after the other, build the metadata of one change.
 *
 * <p>Nothing becomes visible and no retry loop ever starts: a commit succeeds against the newest
 * metadata in here or throws. Manifests are written to storage while the change is built; {@link
 * #newFiles} names them for clean-up after a certain conflict. Updates that delete files when they
 * commit (snapshot expiry) may not be used on it. One thread.
 */
public final class PinnedOperations implements TableOperations {
  private final TableOperations delegate;
  private final TableMetadata base;
  private TableMetadata current;

  /** Starts from {@code base}, which must have been loaded by {@code delegate}. */
  public PinnedOperations(TableOperations delegate, TableMetadata base) {
    this.delegate = delegate;
    this.base = base;
    this.current = base;
  }

  @Override
  public TableMetadata current() {
    return current;
  }

  @Override
  public TableMetadata refresh() {
    return current;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // Iceberg's contract: base is the object that was read
  public void commit(TableMetadata from, TableMetadata to) {
    if (from != current) {
      throw new IllegalStateException("an update was built on metadata other than the pinned one");
    }
    current = to;
  }

  /** A commit to these operations is never in doubt, so Iceberg's own clean-up may always run. */
  @Override
  public boolean requireStrictCleanup() {
    return false;
  }

  /** Files that the change has written so far: manifest lists and manifests of its snapshots. */
  public List<String> newFiles() {
    Set<Long> before = new HashSet<>();
    base.snapshots().forEach(snapshot -> before.add(snapshot.snapshotId()));
    List<String> files = new ArrayList<>();
    for (Snapshot snapshot : current.snapshots()) {
      if (before.contains(snapshot.snapshotId())) {
        continue;
      }
      for (ManifestFile manifest : snapshot.allManifests(io())) {
        Long writtenBy = manifest.snapshotId();
        if (writtenBy != null && writtenBy == snapshot.snapshotId()) {
          files.add(manifest.path());
        }
      }
      files.add(snapshot.manifestListLocation());
    }
    return files;
  }

  @Override
  public FileIO io() {
    return delegate.io();
  }

  @Override
  public EncryptionManager encryption() {
    return delegate.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return delegate.temp(current).metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return delegate.temp(current).locationProvider();
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return delegate.temp(uncommitted);
  }

  @Override
  public long newSnapshotId() {
    return delegate.newSnapshotId();
  }
}
