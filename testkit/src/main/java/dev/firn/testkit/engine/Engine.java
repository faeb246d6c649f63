package dev.firn.testkit.engine;

import java.util.List;

/** An engine that needs a class path of its own. */
public enum Engine {
  /** What Spark 4.1 wants opened ({@code org.apache.spark.launcher.JavaModuleOptions}). */
  SPARK(
      "spark",
      "SparkTalk",
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.security.action",
          "java.base/sun.util.calendar",
          "java.security.jgss/sun.security.krb5")),

  /** A small cluster in one process. */
  FLINK("flink", "FlinkTalk", List.of("java.base/java.nio", "java.base/java.util"));

  private final String folder;
  private final String talk;
  private final List<String> opens;

  Engine(String folder, String talk, List<String> opens) {
    this.folder = folder;
    this.talk = talk;
    this.opens = opens;
  }

  /** The name of its folders and files. */
  public String folder() {
    return folder;
  }

  String talk() {
    return talk;
  }

  List<String> opens() {
    return opens;
  }
}
