package dev.firn.cli.catalog;

import dev.firn.catalog.FirnCatalog;
import dev.firn.cli.Output;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import dev.firn.migrate.relocation.LocationMapping;
import dev.firn.migrate.relocation.Relocated;
import dev.firn.migrate.relocation.Relocation;
import dev.firn.migrate.relocation.RelocationRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Locations in a table's metadata are rewritten. */
@Command(
    name = "relocate",
    description = {
      "Rewrite the locations in a table's metadata, after its files were moved or copied, or if",
      "they are relative. Writes new metadata files; changes no file that exists."
    },
    mixinStandardHelpOptions = true)
public final class RelocateCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Option(
      names = "--from",
      required = true,
      paramLabel = "PREFIX",
      description = "The folder as the metadata spells it; '' for all relative locations.")
  private String from = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "PREFIX",
      description = "Where those files are now: a path or a location.")
  private String to = "";

  @Option(
      names = "--metadata",
      paramLabel = "FILE",
      description =
          "A metadata file that is in no catalog, as it was called before; the result is registered"
              + " as TABLE.")
  private Optional<String> metadata = Optional.empty();

  @Option(
      names = "--referenced-only",
      description = "Keep only snapshots that a branch or tag names.")
  private boolean referencedOnly;

  @Option(names = "--no-check", description = "Do not look whether every file is there.")
  private boolean noCheck;

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          Relocated result = relocate(catalog.firn("relocate tables"));
          if (options.json) {
            Output.printJson(result);
            return;
          }
          Output.line("relocated %s to %s", table, result.location());
          Output.line(
              "%s: %s, %s, %s of deletes written; %s found",
              Output.plural(result.snapshots(), "snapshot"),
              Output.plural(result.manifestLists(), "manifest list"),
              Output.plural(result.manifests(), "manifest"),
              Output.plural(result.deleteFiles(), "file"),
              Output.plural(result.dataFiles(), "file"));
          Output.line("metadata %s", result.metadataLocation());
        });
    return 0;
  }

  private Relocated relocate(FirnCatalog catalog) {
    TableIdentifier name = CatalogOptions.table(table);
    String pointer =
        metadata.orElseGet(
            () ->
                catalog
                    .pointers()
                    .read(name)
                    .orElseThrow(
                        () -> new NoSuchTableException("Table does not exist: %s", table)));
    Relocated result =
        new Relocation(new LocalFileIo(), UUID::randomUUID, Clock.systemUTC())
            .run(
                new RelocationRequest(
                    pointer,
                    new LocationMapping(from, target()),
                    referencedOnly ? RelocationRequest.Keep.REFERENCED : RelocationRequest.Keep.ALL,
                    !noCheck));
    if (metadata.isPresent()) {
      catalog.registerTable(name, result.metadataLocation());
    } else if (!catalog.pointers().compareAndSet(name, pointer, result.metadataLocation())) {
      throw new FirnException(
          ErrorCode.CONFLICT,
          "can't relocate "
              + table
              + ": a writer committed to it meanwhile; the new files that nobody names begin at "
              + result.metadataLocation()
              + "; pause the writer and try again");
    }
    return result;
  }

  private String target() {
    return LocationMapping.isAbsolute(to) ? to : Locations.of(Path.of(to));
  }
}
