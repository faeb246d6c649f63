package dev.firn.interop;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;

/**
 * The answers by Iceberg's generic reader and plain Java. What the truth is: every row of the table
 * is read, no file is left out by a plan, and conditions are evaluated here.
 */
final class TrueAnswers {
  private static final long DAY_MICROS = 86_400_000_000L;

  private final Table table;
  private final List<FlatColumn> columns = FlatColumn.all();

  TrueAnswers(Table table) {
    this.table = table;
  }

  /** The truth of all questions, in one pass. */
  Map<String, List<String>> truth(List<Question> questions) throws IOException {
    Map<String, Answer> answers = new LinkedHashMap<>();
    questions.forEach(question -> answers.put(question.name(), new Answer(question, columns)));
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
      for (Record row : rows) {
        List<Object> cells = cells(row);
        answers.values().forEach(answer -> answer.add(cells));
      }
    }
    Map<String, List<String>> lines = new LinkedHashMap<>();
    answers.forEach((name, answer) -> lines.put(name, answer.lines()));
    return lines;
  }

  /** The answer by a scan that Iceberg plans with the question's conditions. */
  List<String> planned(Question question) throws IOException {
    Answer answer = new Answer(question, columns);
    Expression filter = question.expression();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).where(filter).build()) {
      rows.forEach(row -> answer.add(cells(row)));
    }
    return answer.lines();
  }

  private List<Object> cells(Record row) {
    List<Object> cells = new ArrayList<>(columns.size() + 1);
    for (FlatColumn column : columns) {
      cells.add(cell(row, column.path()));
    }
    cells.add(row.getField("geo") == null ? 1L : 0L);
    return cells;
  }

  private static Object cell(Record row, String path) {
    int dot = path.indexOf('.');
    if (dot >= 0) {
      Record inner = (Record) row.getField(path.substring(0, dot));
      return inner == null ? null : cell(inner, path.substring(dot + 1));
    }
    Object value = row.getField(path);
    if (value instanceof OffsetDateTime time) {
      return ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant());
    }
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }

  /** Gathers one answer; rows that do not meet the conditions are passed over. */
  private static final class Answer {
    private final Question question;
    private final List<FlatColumn> columns;
    private final List<Integer> places = new ArrayList<>();
    private final int time;
    private final int action;
    private final List<String> rows = new ArrayList<>();
    private final List<Measures> measures = new ArrayList<>();
    private final Map<String, long[]> groups = new LinkedHashMap<>();
    private long count;

    Answer(Question question, List<FlatColumn> columns) {
      this.question = question;
      this.columns = columns;
      this.time = place("ts");
      this.action = place("action");
      question.where().forEach(condition -> places.add(place(condition.column())));
      columns.forEach(column -> measures.add(new Measures(column.kind())));
    }

    private int place(String path) {
      return columns.stream().map(FlatColumn::path).toList().indexOf(path);
    }

    void add(List<Object> cells) {
      for (int i = 0; i < places.size(); i++) {
        if (!question.where().get(i).meets(cells.get(places.get(i)))) {
          return;
        }
      }
      switch (question.shape()) {
        case ROWS -> rows.add(Cells.line(cells));
        case PER_DAY ->
            group(LocalDate.ofEpochDay((Long) cells.get(time) / DAY_MICROS).toString(), cells);
        case PER_ACTION -> group((String) cells.get(action), cells);
        case SUMS -> {
          count++;
          for (int i = 0; i < columns.size(); i++) {
            measures.get(i).add(cells.get(i));
          }
        }
      }
    }

    private void group(String key, List<Object> cells) {
      long[] group = groups.computeIfAbsent(key, k -> new long[2]);
      group[0]++;
      group[1] += (Long) cells.get(0);
    }

    List<String> lines() {
      if (question.shape() == Question.Shape.SUMS) {
        List<Object> cells = new ArrayList<>();
        cells.add(count);
        measures.forEach(of -> of.putInto(cells));
        rows.add(Cells.line(cells));
      }
      groups.forEach((key, group) -> rows.add(Cells.line(List.of(key, group[0], group[1]))));
      return rows.stream().sorted().toList();
    }
  }
}
