package dev.firn.migrate.open;

/** What to add for a client of Iceberg's. */
final class MissingClient {
  private static final String HOW =
      "; put the jars on the class path: FIRN_CLASSPATH=/folder/*:… (they are on Maven Central)";

  private MissingClient() {}

  static String advice(String client) {
    return client.endsWith("HiveCatalog")
        ? "add org.apache.iceberg:iceberg-hive-metastore in the version of Iceberg that Firn has,"
            + " hive-metastore, hive-common, hive-serde and hive-shims-common 2.3.10,"
            + " libthrift 0.16.0, libfb303 0.9.3 and hadoop-client-api with hadoop-client-runtime"
            + HOW
        : "add org.apache.iceberg:iceberg-core with the HTTP client that it depends on" + HOW;
  }
}
