package dev.firn.migrate;

/**
 * What a catalog in a database is called: {@code <database>#<catalog name>}, without users and
 * passwords.
 */
public final class CatalogId {
  private CatalogId() {}

  /** The id of a catalog. */
  public static String of(String database, String catalogName) {
    return database + "#" + catalogName;
  }

  /** The id of another catalog in the database of one. */
  static String sameDatabase(String id, String catalogName) {
    return of(id.substring(0, id.lastIndexOf('#')), catalogName);
  }
}
