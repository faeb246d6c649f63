package dev.firn.table.ddl;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.table.Changed;
import dev.firn.table.LandingRule;
import dev.firn.table.TableChangeLoop;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;

/**
 * Executes statements on a catalog. Each is one commit or none; a text of several is no
 * transaction.
 *
 * <p>Names may begin with the catalog's own name, as in Spark. Owned by one thread.
 */
public final class DdlSession {
  private final Catalog catalog;
  private final Function<TableIdentifier, Optional<LandingRule>> landing;
  private final TableChangeLoop loop;

  /**
   * On one catalog, which the caller closes.
   *
   * @param landing what a table's pipeline says of days, for the tables whose pipeline is known
   * @param loop how often a change is tried
   */
  public DdlSession(
      Catalog catalog,
      Function<TableIdentifier, Optional<LandingRule>> landing,
      TableChangeLoop loop) {
    this.catalog = catalog;
    this.landing = landing;
    this.loop = loop;
  }

  /**
   * Executes a statement.
   *
   * @throws FirnException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#ALREADY_EXISTS} for names,
   *     {@link ErrorCode#USAGE} if it does not go with the table, {@link ErrorCode#CONFLICT} if
   *     others were first all the time
   */
  public DdlResult execute(Statement statement) {
    if (statement instanceof Statement.CreateTable create) {
      return create(create);
    } else if (statement instanceof Statement.AlterTable alter) {
      return alter(table(alter.table()), alter.alteration());
    } else if (statement instanceof Statement.DropTable drop) {
      return drop(drop);
    } else if (statement instanceof Statement.RenameTable rename) {
      return rename(rename);
    } else if (statement instanceof Statement.CreateNamespace create) {
      return createNamespace(create);
    }
    return dropNamespace((Statement.DropNamespace) statement);
  }

  /**
   * Alters a table.
   *
   * @throws FirnException as {@link #execute}
   */
  public DdlResult alter(TableIdentifier name, Alteration alteration) {
    Table table = load(name);
    if (!(table instanceof BaseTable && table instanceof HasTableOperations operations)) {
      throw new FirnException(
          ErrorCode.USAGE, "can't alter " + name + ": it is a " + table.getClass().getSimpleName());
    }
    Changed changed =
        loop.commit(
            operations.operations(),
            name.toString(),
            new TableAlteration(alteration, landing.apply(name)));
    return new DdlResult("altered table " + name, changed.warnings());
  }

  private Table load(TableIdentifier name) {
    try {
      return catalog.loadTable(name);
    } catch (NoSuchTableException | NoSuchNamespaceException e) {
      throw noTable(name, e);
    }
  }

  private FirnException noTable(TableIdentifier name, Exception cause) {
    return new FirnException(
        ErrorCode.NOT_FOUND,
        "the table " + name + " does not exist in the catalog " + catalog.name(),
        cause);
  }

  /** The identifier of a name, without the catalog's own name before it. */
  public TableIdentifier table(List<String> name) {
    List<String> parts = withoutCatalog(name, 2);
    if (parts.size() < 2) {
      throw new FirnException(
          ErrorCode.USAGE,
          "the table '"
              + String.join(".", name)
              + "' has no namespace; write namespace.table, as in logs.actions");
    }
    return TableIdentifier.of(parts.toArray(String[]::new));
  }

  /** A namespace may be called like the catalog: only what is longer than needed begins with it. */
  private List<String> withoutCatalog(List<String> name, int needed) {
    return name.size() > needed && name.get(0).equals(catalog.name())
        ? name.subList(1, name.size())
        : name;
  }

  private DdlResult create(Statement.CreateTable create) {
    TableIdentifier name = table(create.table());
    Catalog.TableBuilder builder =
        catalog
            .buildTable(name, create.schema())
            .withPartitionSpec(create.spec())
            .withProperties(create.properties());
    create.location().ifPresent(builder::withLocation);
    try {
      builder.create();
      return DdlResult.of("created table " + name);
    } catch (AlreadyExistsException e) {
      if (create.ifNotExists()) {
        return DdlResult.of("table " + name + " exists, left as it is");
      }
      throw new FirnException(ErrorCode.ALREADY_EXISTS, "the table " + name + " exists already", e);
    } catch (NoSuchNamespaceException e) {
      throw noNamespace(name.namespace(), e);
    } catch (IllegalArgumentException e) {
      throw new FirnException(
          ErrorCode.USAGE, "can't create the table " + name + ": " + e.getMessage(), e);
    }
  }

  private static FirnException noNamespace(Namespace namespace, Exception cause) {
    return new FirnException(
        ErrorCode.NOT_FOUND,
        "the namespace " + namespace + " does not exist; CREATE NAMESPACE " + namespace + " first",
        cause);
  }

  private DdlResult drop(Statement.DropTable drop) {
    TableIdentifier name = table(drop.table());
    boolean dropped;
    try {
      dropped = catalog.dropTable(name, drop.purge());
    } catch (NoSuchTableException | NoSuchNamespaceException e) {
      dropped = false;
    }
    if (!dropped && !drop.ifExists()) {
      throw noTable(name, new NoSuchTableException("%s", name));
    }
    return DdlResult.of(
        !dropped
            ? "table " + name + " does not exist"
            : "dropped table " + name + (drop.purge() ? " and its files" : ", its files stay"));
  }

  private DdlResult rename(Statement.RenameTable rename) {
    TableIdentifier from = table(rename.table());
    // As in Spark a bare new name stays in the namespace.
    TableIdentifier to =
        rename.to().size() == 1
            ? TableIdentifier.of(from.namespace(), rename.to().get(0))
            : table(rename.to());
    try {
      catalog.renameTable(from, to);
    } catch (NoSuchTableException e) {
      throw noTable(from, e);
    } catch (NoSuchNamespaceException e) {
      throw noNamespace(to.namespace(), e);
    } catch (AlreadyExistsException e) {
      throw new FirnException(ErrorCode.ALREADY_EXISTS, "the table " + to + " exists already", e);
    }
    return DdlResult.of("renamed table " + from + " to " + to);
  }

  private SupportsNamespaces namespaces() {
    if (catalog instanceof SupportsNamespaces namespaces) {
      return namespaces;
    }
    throw new FirnException(
        ErrorCode.USAGE, "the catalog " + catalog.name() + " can't make or drop namespaces");
  }

  private DdlResult createNamespace(Statement.CreateNamespace create) {
    Namespace name = namespace(create.namespace());
    try {
      namespaces().createNamespace(name, create.properties());
      return DdlResult.of("created namespace " + name);
    } catch (AlreadyExistsException e) {
      if (create.ifNotExists()) {
        return DdlResult.of("namespace " + name + " exists, left as it is");
      }
      throw new FirnException(
          ErrorCode.ALREADY_EXISTS, "the namespace " + name + " exists already", e);
    } catch (NoSuchNamespaceException e) {
      throw new FirnException(
          ErrorCode.NOT_FOUND, "can't create the namespace " + name + ": " + e.getMessage(), e);
    }
  }

  private Namespace namespace(List<String> name) {
    return Namespace.of(withoutCatalog(name, 1).toArray(String[]::new));
  }

  private DdlResult dropNamespace(Statement.DropNamespace drop) {
    Namespace name = namespace(drop.namespace());
    boolean dropped;
    try {
      dropped = namespaces().dropNamespace(name);
    } catch (NoSuchNamespaceException e) {
      dropped = false;
    } catch (NamespaceNotEmptyException e) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't drop the namespace " + name + ": it is not empty; drop what is in it first",
          e);
    }
    if (!dropped && !drop.ifExists()) {
      throw new FirnException(ErrorCode.NOT_FOUND, "the namespace " + name + " does not exist");
    }
    return DdlResult.of(
        dropped ? "dropped namespace " + name : "namespace " + name + " does not exist");
  }
}
