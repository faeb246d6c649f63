package dev.firn.pipeline;

/** Writes the reference page of the pipeline file from {@link ConfigKeys}. */
public final class ConfigReference {
  private ConfigReference() {}

  /** The page {@code docs/configuration.md}. */
  public static String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("# The pipeline file\n\n")
        .append(
            "One YAML file describes a pipeline. Dots in a key are nested maps: `commit.interval` is\n")
        .append(
            "`interval` below `commit`. Unknown keys are refused. This page is generated from the keys\n")
        .append("that the code declares (`firn config --reference`).\n\n")
        .append("| key | takes | default | meaning |\n|---|---|---|---|\n");
    for (ConfigKey<?> key : ConfigKeys.all()) {
      page.append("| `").append(key.name()).append("` | ").append(key.range());
      if (!key.type().equals(ValueType.TEXT) && !key.type().label().contains(" or ")) {
        page.append("; ").append(key.type().label());
      }
      String byDefault =
          key.defaultText()
              .map(d -> d.isEmpty() ? "no text" : "`" + d + "`")
              .orElse(key.required() ? "required" : "none");
      page.append(" | ").append(byDefault).append(" | ").append(key.sentence()).append(" |\n");
    }
    for (ConfigKeys.StructuredKey key : ConfigKeys.STRUCTURED) {
      page.append("| `").append(key.name()).append("` | ").append(key.range());
      page.append(" | none | ").append(key.sentence()).append(" |\n");
    }
    return page.toString();
  }
}
