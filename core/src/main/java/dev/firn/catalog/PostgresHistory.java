package dev.firn.catalog;

import java.util.List;

/**
 * The history's table and triggers in PostgreSQL.
 *
 * <p>The functions run with the rights of whoever made the catalog's tables, so that other clients
 * need none on the history. Serial numbers are given in the order of each table's movements, since
 * they are given while its row is locked.
 */
final class PostgresHistory {
  /** The last thing that is made: when it is there, all is. */
  static final String LAST_TRIGGER = "firn_pointer_guard";

  private static final String WHO =
      "left(session_user || coalesce(' at ' || host(inet_client_addr()), '') || coalesce(', ' ||"
          + " nullif(current_setting('application_name', true), ''), ''), 255)";
  private static final String INSERT =
      "INSERT INTO firn_pointer_history (moved_at, who, operation, catalog_name, table_namespace,"
          + " table_name, iceberg_type, new_namespace, new_name, from_location, to_location)"
          + " VALUES (to_char(clock_timestamp() AT TIME ZONE 'UTC',"
          + " 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'), "
          + WHO
          + ", ";
  private static final String RENAMED =
      "(OLD.table_namespace <> NEW.table_namespace OR OLD.table_name <> NEW.table_name)";
  private static final String END =
      " LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT";

  static final List<String> STATEMENTS =
      List.of(
          "CREATE TABLE IF NOT EXISTS firn_pointer_history (seq BIGINT GENERATED ALWAYS AS IDENTITY"
              + " PRIMARY KEY,"
              + CatalogSchema.HISTORY_COLUMNS
              + ")",
          CatalogSchema.HISTORY_BY_NAME,
          CatalogSchema.HISTORY_BY_NEW_NAME,
          "CREATE OR REPLACE FUNCTION firn_record_pointer() RETURNS trigger AS $$ BEGIN"
              + " IF TG_OP = 'INSERT' THEN "
              + INSERT
              + "'CREATE', NEW.catalog_name, NEW.table_namespace, NEW.table_name,"
              + " NEW.iceberg_type, NULL, NULL, NULL, NEW.metadata_location);"
              + " ELSIF TG_OP = 'DELETE' THEN "
              + INSERT
              + "CASE WHEN OLD.iceberg_type = 'FREED' THEN 'UNFENCE' ELSE 'DROP' END,"
              + " OLD.catalog_name, OLD.table_namespace, OLD.table_name, OLD.iceberg_type, NULL,"
              + " NULL, OLD.metadata_location, NULL);"
              + " ELSIF OLD.metadata_location IS DISTINCT FROM NEW.metadata_location OR "
              + RENAMED
              + " THEN "
              + INSERT
              + "CASE WHEN NEW.iceberg_type = 'MOVED' THEN 'FENCE' WHEN "
              + RENAMED
              + " THEN 'RENAME' ELSE 'COMMIT' END, OLD.catalog_name, OLD.table_namespace,"
              + " OLD.table_name, OLD.iceberg_type, CASE WHEN "
              + RENAMED
              + " THEN NEW.table_namespace END, CASE WHEN "
              + RENAMED
              + " THEN NEW.table_name END, OLD.metadata_location, NEW.metadata_location);"
              + " END IF; RETURN NULL; END $$"
              + END,
          "CREATE OR REPLACE FUNCTION firn_guard_pointer() RETURNS trigger AS $$ BEGIN"
              + " IF OLD.iceberg_type = 'MOVED' THEN"
              + " IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;"
              + " IF NEW.iceberg_type IS DISTINCT FROM 'FREED' THEN RETURN NULL; END IF;"
              + " END IF;"
              + " IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
              + END,
          "DROP TRIGGER IF EXISTS firn_pointer_history ON iceberg_tables",
          "CREATE TRIGGER firn_pointer_history AFTER INSERT OR UPDATE OR DELETE ON iceberg_tables"
              + " FOR EACH ROW EXECUTE FUNCTION firn_record_pointer()",
          "DROP TRIGGER IF EXISTS firn_pointer_guard ON iceberg_tables",
          "CREATE TRIGGER "
              + LAST_TRIGGER
              + " BEFORE UPDATE OR DELETE ON iceberg_tables"
              + " FOR EACH ROW EXECUTE FUNCTION firn_guard_pointer()");

  private PostgresHistory() {}
}
