package dev.firn.source;

import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes a source file is: its location and everything known of its version.
 *
 * @param location where it is, canonical ({@code file:///…}, {@code s3://bucket/key}); key bytes as
 *     they are, not percent-encoded
 * @param versionId the object store's version id; notices carry one, listings do not
 * @param etag the object store's ETag without quotes; for local files {@code mtime-} and the
 *     modification time in nanoseconds since 1970
 * @param sizeBytes length in bytes
 */
public record FileIdentity(
    String location, Optional<String> versionId, Optional<String> etag, long sizeBytes)
    implements Serializable {
  /** Refuses an empty location and a negative size. */
  public FileIdentity {
    if (location.isEmpty() || sizeBytes < 0) {
      throw new IllegalArgumentException(
          "a source file needs a location and a size of 0 or more, got '"
              + location
              + "', "
              + sizeBytes);
    }
  }

  /**
   * Whether two sightings are of the same version of the same location: if both version ids are
   * known they decide, else ETag (known on both sides) and size do. Unknown is never equal.
   */
  public boolean sameVersionAs(FileIdentity other) {
    if (!location.equals(other.location)) {
      return false;
    }
    if (versionId.isPresent() && other.versionId.isPresent()) {
      return versionId.equals(other.versionId);
    }
    return etag.isPresent() && etag.equals(other.etag) && sizeBytes == other.sizeBytes;
  }

  /** Optional values can't be serialised themselves. */
  private Object writeReplace() {
    return new Serialised(location, versionId.orElse(null), etag.orElse(null), sizeBytes);
  }

  private record Serialised(
      String location, @Nullable String versionId, @Nullable String etag, long sizeBytes)
      implements Serializable {
    private Object readResolve() {
      return new FileIdentity(
          location, Optional.ofNullable(versionId), Optional.ofNullable(etag), sizeBytes);
    }
  }
}
