package dev.firn.ledger;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.Serializable;

/**
 * Where a table's ledger and rejects are.
 *
 * <p>They lie beside the table, not inside it and under no name that begins like it: orphan-file
 * clean-up by any engine lists the table's location, or everything that begins like it.
 *
 * @param ledger the folder of roots and segments; ends in {@code /}
 * @param rejects the folder of rejects files; ends in {@code /}
 */
public record LedgerLocation(String ledger, String rejects) implements Serializable {
  /** Refuses folders that do not end in a slash. */
  public LedgerLocation {
    if (!ledger.endsWith("/") || !rejects.endsWith("/")) {
      throw new IllegalArgumentException(
          "a ledger's folders end in '/', got '" + ledger + "', '" + rejects + "'");
    }
  }

  /**
   * {@code <parent>/_firn/<table folder>/ledger/} and {@code …/rejects/} for a table at {@code
   * <parent>/<table folder>}.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} if the table location has no parent
   */
  public static LedgerLocation beside(String tableLocation) {
    String table = withoutSlashes(tableLocation);
    int scheme = table.indexOf("://");
    int pathStart = scheme < 0 ? 0 : scheme + 3;
    int slash = table.lastIndexOf('/');
    if (slash < pathStart || slash == table.length() - 1) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "can't place a ledger beside the table at '"
              + tableLocation
              + "': it has no parent folder; set ledger.location");
    }
    return in(table.substring(0, slash) + "/_firn/" + table.substring(slash + 1));
  }

  /**
   * {@code <folder>/ledger/} and {@code <folder>/rejects/}: a location that the user configured.
   */
  public static LedgerLocation in(String folder) {
    String base = withoutSlashes(folder);
    return new LedgerLocation(base + "/ledger/", base + "/rejects/");
  }

  /** The folder that holds both, without a slash at its end. */
  public String parent() {
    return withoutSlashes(ledger.substring(0, ledger.length() - "ledger/".length()));
  }

  private static String withoutSlashes(String location) {
    int end = location.length();
    while (end > 0 && location.charAt(end - 1) == '/') {
      end--;
    }
    return location.substring(0, end);
  }
}
