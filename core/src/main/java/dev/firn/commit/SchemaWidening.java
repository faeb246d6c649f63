package dev.firn.commit;

import dev.firn.decode.NewColumn;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds columns to a table, before rows that need them are written.
 *
 * <p>A change of the schema alone: it makes no snapshot and leaves the ledger as it is. Asking
 * twice does no harm, so any failure is answered by looking again: a column that is there by now,
 * whoever added it and whatever its type, counts as added. So ingesters that widen one table at the
 * same time end up with one schema.
 *
 * <p>Which columns were found in logs, not declared, is kept in the table property {@value
 * #PROPERTY_ADDED}, as field ids.
 *
 * <p>Any number of them per table, of one thread each.
 */
public final class SchemaWidening {
  /** Ids of the fields that were added because a log had them, separated by commas. */
  public static final String PROPERTY_ADDED = "firn.added-columns";

  private static final Logger LOG = LoggerFactory.getLogger(SchemaWidening.class);

  private final TableOperations operations;
  private final String table;
  private final CommitOptions options;

  /**
   * For one table.
   *
   * @param operations used by nobody else
   * @param table its full name, for messages
   * @param options bounds of the retries
   */
  public SchemaWidening(TableOperations operations, String table, CommitOptions options) {
    this.operations = operations;
    this.table = table;
    this.options = options;
  }

  /**
   * A column that the table can't take.
   *
   * @param tooMany whether any other column would be refused too
   * @param why for a person, about its name
   */
  public record Refused(NewColumn column, boolean tooMany, String why) implements Serializable {}

  /**
   * What came of it.
   *
   * @param metadata the table's metadata; each column that was asked for is in it, or refused, or
   *     lies in a struct that it does not have
   * @param refused columns that it can't take
   */
  public record Widened(TableMetadata metadata, List<Refused> refused) {
    /** Copies the list. */
    public Widened {
      refused = List.copyOf(refused);
    }
  }

  /**
   * Adds columns that were found in logs.
   *
   * @param maxColumns columns that the table may have then, those inside of others too
   * @throws FirnException {@link ErrorCode#CONFLICT} if it is not done within the timeout
   */
  public Widened addFound(List<NewColumn> columns, int maxColumns) throws InterruptedException {
    return add(columns, maxColumns, true);
  }

  /**
   * Adds a column that was declared.
   *
   * @throws FirnException {@link ErrorCode#TABLE} if the table can't take it
   */
  public TableMetadata addDeclared(NewColumn column) throws InterruptedException {
    Widened widened = add(List.of(column), Integer.MAX_VALUE, false);
    for (Refused refused : widened.refused()) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't add the column '"
              + refused.column().fullName()
              + "' to "
              + table
              + ": "
              + refused.why()
              + "; give it another name");
    }
    return widened.metadata();
  }

  private Widened add(List<NewColumn> columns, int maxColumns, boolean found)
      throws InterruptedException {
    long deadlineNanos = System.nanoTime() + options.timeout().toNanos();
    Duration backoff = options.firstBackoff();
    while (true) {
      RuntimeException failure;
      try {
        TableMetadata base = operations.refresh();
        WideningPlan plan = WideningPlan.of(base, columns, maxColumns);
        if (plan.added().isEmpty()) {
          return new Widened(base, plan.refused());
        }
        return swap(base, plan, found);
      } catch (CommitFailedException | CommitStateUnknownException e) {
        failure = e;
      } catch (FirnException e) {
        if (!e.code().retryable()) {
          throw e;
        }
        failure = e;
      }
      LOG.info("adding columns to {}: {}; looking again", table, failure.toString());
      if (System.nanoTime() + backoff.toNanos() - deadlineNanos > 0) {
        throw new FirnException(
            ErrorCode.CONFLICT,
            "adding columns to "
                + table
                + " did not succeed within "
                + options.timeout().toSeconds()
                + " s; last failure: "
                + failure.getMessage()
                + "; nothing is lost, start again",
            failure);
      }
      LockSupport.parkNanos(backoff.toNanos());
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting to add columns");
      }
      Duration doubled = backoff.multipliedBy(2);
      backoff = doubled.compareTo(options.maxBackoff()) > 0 ? options.maxBackoff() : doubled;
    }
  }

  private Widened swap(TableMetadata base, WideningPlan plan, boolean found) {
    List<NewColumn> added = new ArrayList<>();
    List<Refused> refused = new ArrayList<>(plan.refused());
    PinnedOperations pinned = new PinnedOperations(operations, base);
    try {
      apply(pinned, plan.added());
      added.addAll(plan.added());
    } catch (IllegalArgumentException | ValidationException e) {
      probe(base, plan.added(), added, refused);
      pinned = new PinnedOperations(operations, base);
      if (added.isEmpty()) {
        return new Widened(base, refused);
      }
      apply(pinned, added);
    }
    if (found) {
      remember(pinned, added);
    }
    operations.commit(base, pinned.current());
    LOG.info(
        "added to {}: {}",
        table,
        added.stream().map(c -> c.fullName() + " " + c.type()).collect(Collectors.joining(", ")));
    return new Widened(operations.current(), refused);
  }

  /** One by one, to find those that Iceberg refuses for reasons that the plan does not know. */
  private void probe(
      TableMetadata base, List<NewColumn> columns, List<NewColumn> good, List<Refused> refused) {
    for (NewColumn column : columns) {
      try {
        apply(new PinnedOperations(operations, base), List.of(column));
        good.add(column);
      } catch (IllegalArgumentException | ValidationException e) {
        refused.add(new Refused(column, false, String.valueOf(e.getMessage())));
      }
    }
  }

  private void apply(PinnedOperations pinned, List<NewColumn> columns) {
    UpdateSchema update = new BaseTable(pinned, table).updateSchema();
    for (NewColumn column : columns) {
      String parent = column.parent().isEmpty() ? null : column.parent();
      update.addColumn(parent, column.name(), column.type());
    }
    update.commit();
  }

  private static void remember(PinnedOperations pinned, List<NewColumn> added) {
    TableMetadata metadata = pinned.current();
    Set<Integer> ids = new TreeSet<>(addedFields(metadata));
    for (NewColumn column : added) {
      Types.NestedField field = metadata.schema().findField(column.fullName());
      ids.add(field.fieldId());
    }
    String text = ids.stream().map(String::valueOf).collect(Collectors.joining(","));
    pinned.commit(
        metadata,
        TableMetadata.buildFrom(metadata).setProperties(Map.of(PROPERTY_ADDED, text)).build());
  }

  /** Ids of the fields that were found in logs; a damaged property has none. */
  public static Set<Integer> addedFields(TableMetadata metadata) {
    String text = metadata.properties().getOrDefault(PROPERTY_ADDED, "");
    return Arrays.stream(text.split(","))
        .filter(id -> id.matches("[0-9]{1,9}"))
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }
}
