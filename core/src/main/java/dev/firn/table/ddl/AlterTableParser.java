package dev.firn.table.ddl;

import dev.firn.table.PartitionChange;
import dev.firn.table.PartitionTerm;
import dev.firn.table.sql.TermParser;
import dev.firn.table.sql.TokenReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.types.Types;

/**
 * What follows {@code ALTER TABLE}.
 *
 * <pre>
 * table  = name change
 * change = "ADD" "PARTITION" "FIELD" term [ "AS" name ]
 *        | "DROP" "PARTITION" "FIELD" term
 *        | "REPLACE" "PARTITION" "FIELD" term "WITH" term [ "AS" name ]
 *        | "SET" "TBLPROPERTIES" properties | "UNSET" "TBLPROPERTIES" [ "IF" "EXISTS" ] keys
 *        | "ADD" ( "COLUMN" | "COLUMNS" ) ( new { "," new } | "(" new { "," new } ")" )
 *        | "DROP" ( "COLUMN" | "COLUMNS" ) [ "IF" "EXISTS" ] ( name { "," name } | "(" … ")" )
 *        | "RENAME" "COLUMN" column "TO" name
 *        | ( "ALTER" | "CHANGE" ) [ "COLUMN" ] column
 *          ( "TYPE" type | "COMMENT" string | ( "SET" | "DROP" ) "NOT" "NULL" | place )
 *        | "RENAME" "TO" name
 * new    = column type [ "NOT" "NULL" ] [ "COMMENT" string ] [ place ]
 * place  = "FIRST" | "AFTER" name
 * </pre>
 */
final class AlterTableParser {
  private final TokenReader reader;

  AlterTableParser(TokenReader reader) {
    this.reader = reader;
  }

  Statement statement() {
    List<String> table = reader.path("the table's name");
    if (reader.take("rename", "to")) {
      return new Statement.RenameTable(table, reader.path("the new name"));
    }
    return new Statement.AlterTable(table, alteration());
  }

  private Alteration alteration() {
    if (reader.take("add")) {
      return add();
    } else if (reader.take("drop")) {
      return drop();
    } else if (reader.take("replace")) {
      return reader.at("columns") ? replaceColumns() : replacePartition();
    } else if (reader.take("set")) {
      return set();
    } else if (reader.take("unset")) {
      reader.expect("tblproperties");
      boolean ifExists = reader.take("if", "exists");
      return new Alteration.UnsetProperties(new PropertyParser(reader).keys(), ifExists);
    } else if (reader.take("rename")) {
      reader.expect("column");
      String column = reader.column("a column");
      reader.expect("to");
      return new Alteration.RenameColumn(column, reader.name("the column's new name"));
    } else if (reader.takeAny("alter", "change")) {
      reader.take("column");
      return column(reader.column("a column"));
    } else if (reader.at("write")) {
      throw reader.error(
          "WRITE ORDERED BY and WRITE DISTRIBUTED BY are not supported: pipelines order the rows of"
              + " their files by the partition rules; set a sort order with the engine that uses"
              + " it");
    } else if (reader.at("create") || reader.at("execute")) {
      throw reader.error(
          "branches and tags are not supported here; make them with the engine that uses them");
    }
    throw reader.expected(
        "add", "drop", "replace", "set", "unset", "rename", "alter column", "change column");
  }

  private Alteration add() {
    if (reader.take("partition")) {
      reader.expect("field");
      PartitionTerm term = new TermParser(reader).term();
      return new Alteration.OfPartition(new PartitionChange.Add(term, as()));
    }
    if (!reader.takeAny("column", "columns")) {
      throw reader.expected("partition field", "column", "columns");
    }
    boolean bracketed = reader.take('(');
    List<Alteration.NewColumn> columns = new ArrayList<>();
    do {
      columns.add(newColumn());
    } while (reader.take(','));
    if (bracketed) {
      reader.expect(')', "or ',' after a column");
    }
    return new Alteration.AddColumns(List.copyOf(columns));
  }

  private Alteration.NewColumn newColumn() {
    List<String> name = reader.path("a column's name");
    // Ids of nested fields are given anew when the column is added.
    TypeParser types = new TypeParser(reader, new AtomicInteger()::incrementAndGet);
    Types.NestedField field = types.field(name.get(name.size() - 1));
    Optional<Alteration.Position> position = position();
    Optional<String> comment = Optional.ofNullable(field.doc()).or(types::comment);
    return new Alteration.NewColumn(name, field.type(), field.isRequired(), comment, position);
  }

  private Optional<Alteration.Position> position() {
    if (reader.take("first")) {
      return Optional.of(new Alteration.Position(Optional.empty()));
    }
    return reader.take("after")
        ? Optional.of(new Alteration.Position(Optional.of(reader.name("a column"))))
        : Optional.empty();
  }

  private Alteration drop() {
    if (reader.take("partition")) {
      reader.expect("field");
      return new Alteration.OfPartition(new PartitionChange.Drop(new TermParser(reader).term()));
    }
    if (!reader.takeAny("column", "columns")) {
      throw reader.expected("partition field", "column", "columns");
    }
    boolean ifExists = reader.take("if", "exists");
    boolean bracketed = reader.take('(');
    List<String> columns = new ArrayList<>();
    do {
      columns.add(reader.column("a column"));
    } while (reader.take(','));
    if (bracketed) {
      reader.expect(')', "or ',' after a column");
    }
    return new Alteration.DropColumns(List.copyOf(columns), ifExists);
  }

  private Alteration replacePartition() {
    reader.expect("partition", "field");
    PartitionTerm from = new TermParser(reader).term();
    reader.expect("with");
    PartitionTerm to = new TermParser(reader).term();
    return new Alteration.OfPartition(new PartitionChange.Replace(from, to, as()));
  }

  private Alteration replaceColumns() {
    throw reader.error(
        "REPLACE COLUMNS is not supported: it drops every column and its data; add, drop and rename"
            + " the columns that differ");
  }

  private Optional<String> as() {
    return reader.take("as")
        ? Optional.of(reader.name("the partition field's name"))
        : Optional.empty();
  }

  private Alteration set() {
    if (reader.at("location") || reader.at("identifier")) {
      throw reader.error("SET " + reader.peek().text() + " is not supported; SET TBLPROPERTIES is");
    }
    reader.expect("tblproperties");
    return new Alteration.SetProperties(new PropertyParser(reader).pairs());
  }

  private Alteration column(String column) {
    if (reader.take("type")) {
      AtomicInteger ids = new AtomicInteger();
      return new Alteration.ChangeType(column, new TypeParser(reader, ids::incrementAndGet).type());
    } else if (reader.take("comment")) {
      return new Alteration.ChangeComment(column, reader.string("the comment"));
    } else if (reader.take("set", "not", "null")) {
      return new Alteration.ChangeNullability(column, true);
    } else if (reader.take("drop", "not", "null")) {
      return new Alteration.ChangeNullability(column, false);
    }
    return position()
        .<Alteration>map(place -> new Alteration.MoveColumn(column, place))
        .orElseThrow(
            () ->
                reader.expected(
                    "type", "comment", "set not null", "drop not null", "first", "after"));
  }
}
