package dev.firn.migrate.relocation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;

/**
 * Rewrites the locations in one table's metadata, of format 1, 2 or 3, for a table that was moved
 * or copied, or whose writer used relative paths.
 *
 * <p>The result is a metadata file that no catalog names yet: swap a pointer to it, or register it.
 * Snapshot ids, sequence numbers, schemas, specs and the table's UUID stay. Owned by one thread.
 * Cost: all manifests of the kept snapshots are read and written once, position deletes too; data
 * files are not read, at most looked for.
 */
public final class Relocation {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FileIO io;
  private final Supplier<UUID> ids;
  private final Clock clock;

  /**
   * Ready to run.
   *
   * @param io reads at the new places and writes there
   * @param ids where names of files come from
   * @param clock tells when the metadata was changed
   */
  public Relocation(FileIO io, Supplier<UUID> ids, Clock clock) {
    this.io = io;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Writes the new files.
   *
   * @throws FirnException {@link ErrorCode#NOT_FOUND} if a file is not at its new place, {@link
   *     ErrorCode#TABLE} if the metadata can't be rewritten (relative locations left, encrypted,
   *     deletes in a format that can't be written, a ledger in it), {@link ErrorCode#STORAGE} if
   *     storage fails; what was written is deleted then
   */
  public Relocated run(RelocationRequest request) {
    NewFiles files = new NewFiles(io);
    boolean ready = false;
    try {
      Context context = new Context(io, request.mapping(), files, new AvroCopy(io), ids);
      Relocated result = write(request, context);
      ready = true;
      return result;
    } catch (NotFoundException e) {
      throw new FirnException(
          ErrorCode.NOT_FOUND,
          "can't relocate "
              + request.metadataLocation()
              + ": "
              + e.getMessage()
              + "; move the files first, correct the prefixes, or keep only referenced snapshots",
          e);
    } catch (UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't relocate " + request.metadataLocation() + ": " + e.getMessage(),
          e);
    } finally {
      if (!ready) {
        files.takeBack();
      }
    }
  }

  private Relocated write(RelocationRequest request, Context context) {
    String source = context.map(request.metadataLocation(), "the catalog");
    ObjectNode tree = read(source);
    MetadataCopy metadata = new MetadataCopy(context, tree, source);
    metadata.check();
    if (request.keep() == RelocationRequest.Keep.REFERENCED) {
      metadata.keepReferenced();
    }
    ManifestCopy manifests =
        new ManifestCopy(context, metadata.metadataFolder(), request.checkFiles());
    String location = metadata.location();
    String folder = metadata.metadataFolder();
    metadata.moveManifests(manifests);
    metadata.moveLocations();
    metadata.follow(source, clock.millis());
    String next = Locations.resolve(folder, nextName(source));
    // What Iceberg can't read must not get a name.
    TableMetadataParser.fromJson(next, tree);
    String written = context.files().write(next, out -> write(next, tree, out)).location();
    return new Relocated(
        written,
        location,
        metadata.snapshotCount(),
        manifests.listCount(),
        manifests.manifestCount(),
        manifests.deleteFileCount(),
        manifests.liveFileCount());
  }

  private ObjectNode read(String location) {
    try (InputStream file = io.newInputFile(location).newStream();
        InputStream in = isGzip(location) ? new GZIPInputStream(file) : file) {
      JsonNode tree = JSON.readTree(in);
      if (tree instanceof ObjectNode object && object.has("format-version")) {
        return object;
      }
      throw new FirnException(
          ErrorCode.TABLE,
          "can't relocate " + location + ": it is no table metadata (no format-version in it)");
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "can't read " + location + ": " + e.getMessage(), e);
    }
  }

  private static void write(String location, JsonNode tree, OutputStream out) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(tree);
    if (!isGzip(location)) {
      out.write(bytes);
      return;
    }
    GZIPOutputStream gzip = new GZIPOutputStream(out);
    gzip.write(bytes);
    gzip.finish();
  }

  private static boolean isGzip(String location) {
    return location.endsWith(".gz.metadata.json") || location.endsWith(".metadata.json.gz");
  }

  /** A number that follows on, as catalogs give them, and a name that nobody has. */
  private String nextName(String source) {
    return MetadataNames.next(Locations.fileName(source), ids.get(), isGzip(source));
  }
}
