package dev.firn.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of core's packages: each may use only those before it. */
class PackageOrderTest {
  /** Bottom up; the list of ARCHITECTURE.md. */
  static final List<String> ORDER =
      List.of(
          "error",
          "io",
          "table",
          "catalog",
          "batch",
          "parquet",
          "migrate",
          "source",
          "decode",
          "transform",
          "ledger",
          "landing",
          "commit",
          "audit",
          "compaction",
          "upkeep",
          "plan",
          "insert",
          "day",
          "publish",
          "pipeline");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.firn");

  @Test
  void classesWereFoundAtAll() {
    assertThat(CLASSES.size()).isGreaterThan(50);
  }

  @Test
  void everyPackageHasAPlaceInTheOrder() {
    classes()
        .that()
        .resideInAPackage("dev.firn..")
        .should()
        .resideInAnyPackage(
            ORDER.stream().map(name -> "dev.firn." + name + "..").toArray(String[]::new))
        .check(
            CLASSES.that(
                com.tngtech.archunit.base.DescribedPredicate.describe(
                    "are no package-info of the root",
                    c -> !c.getPackageName().equals("dev.firn"))));
  }

  @Test
  void packagesUseOnlyThoseBelowThem() {
    for (int i = 0; i < ORDER.size(); i++) {
      String[] above =
          ORDER.subList(i + 1, ORDER.size()).stream()
              .map(name -> "dev.firn." + name + "..")
              .toArray(String[]::new);
      if (above.length > 0) {
        noClasses()
            .that()
            .resideInAPackage("dev.firn." + ORDER.get(i) + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(above)
            .allowEmptyShould(true)
            .check(CLASSES);
      }
    }
  }

  @Test
  void noClassOfCoreUsesHadoopOrGuava() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.hadoop..", "com.google.common..", "org.apache.parquet.hadoop..")
        .check(CLASSES);
  }
}
