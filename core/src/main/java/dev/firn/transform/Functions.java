package dev.firn.transform;

import dev.firn.error.FirnException;
import dev.firn.error.Nearest;
import dev.firn.source.PathPattern;
import dev.firn.transform.eval.Constant;
import dev.firn.transform.eval.LocalDates;
import dev.firn.transform.eval.RegexpParts;
import dev.firn.transform.language.Expression;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The functions of expressions. */
final class Functions {
  /** A column as it is: in {@code derive} a name alone could be meant as a constant. */
  static final String COPY = "copy";

  private static final List<String> NAMES =
      List.of(COPY, "local_date", "regexp", "path", "file_name", "location");
  private static final List<String> PATH_TOKENS =
      List.of("yyyy", "MM", "dd", "HH", "producer", "day");
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final PathPattern pattern;
  private final List<FileValue> fileValues = new ArrayList<>();

  Functions(PathPattern pattern) {
    this.pattern = pattern;
  }

  /** The values that change from file to file. */
  List<FileValue> fileValues() {
    return fileValues;
  }

  /** What a call gives. */
  Typed compile(Expression.Call call, ExpressionCompiler compiler) {
    return switch (call.function()) {
      case COPY -> copy(call, compiler);
      case "local_date" -> localDate(call, compiler);
      case "regexp" -> regexp(call, compiler);
      case "path" -> path(call, compiler);
      case "file_name" -> fileValue(call, compiler, FileValue.name(), 0);
      case "location" -> fileValue(call, compiler, FileValue.location(), 0);
      default ->
          throw compiler.error(
              call,
              "there is no function '"
                  + call.function()
                  + "'"
                  + Nearest.of(call.function(), NAMES)
                      .map(near -> "; did you mean '" + near + "'?")
                      .orElse("")
                  + " (known are "
                  + String.join(", ", NAMES)
                  + ")");
    };
  }

  private static Typed copy(Expression.Call call, ExpressionCompiler compiler) {
    if (call.arguments().size() != 1 || !(call.arguments().get(0) instanceof Expression.Name)) {
      throw compiler.error(call, "copy takes the name of a column");
    }
    return compiler.values(call.arguments().get(0));
  }

  private static Typed localDate(Expression.Call call, ExpressionCompiler compiler) {
    requireCount(
        call, compiler, 2, 2, "local_date takes a time and a zone: local_date(ts, 'Asia/Tokyo')");
    Expression argument = call.arguments().get(0);
    Typed times = compiler.values(argument);
    if (!Literals.isZoned(times.type())) {
      throw compiler.error(
          argument,
          "local_date takes a timestamptz, this is "
              + times.type()
              + (times.type() instanceof Types.TimestampType ? ", which is no instant" : ""));
    }
    Expression zoneText = call.arguments().get(1);
    ZoneId zone;
    try {
      zone = ZoneId.of(text(zoneText, compiler, "a zone's name"));
    } catch (DateTimeException e) {
      throw compiler.error(
          zoneText, "there is no such zone; expected a name such as 'Asia/Tokyo' or 'UTC'");
    }
    boolean nanos = times.type().typeId() == Type.TypeID.TIMESTAMP_NANO;
    return new Typed(
        new LocalDates(times.values(), zone, nanos ? NANOS_PER_SECOND : MICROS_PER_SECOND),
        Types.DateType.get());
  }

  private static Typed regexp(Expression.Call call, ExpressionCompiler compiler) {
    requireCount(
        call,
        compiler,
        2,
        3,
        "regexp takes a text, a pattern and the number of a group: regexp(url, '^https://([^/]+)', 1)");
    Expression argument = call.arguments().get(0);
    Typed texts = compiler.values(argument);
    if (texts.type().typeId() != Type.TypeID.STRING) {
      throw compiler.error(argument, "regexp takes a string, this is " + texts.type());
    }
    Expression patternText = call.arguments().get(1);
    Pattern regexp;
    try {
      regexp = Pattern.compile(text(patternText, compiler, "a pattern"));
    } catch (PatternSyntaxException e) {
      throw compiler.error(
          patternText,
          "not a regular expression: "
              + e.getDescription()
              + " at its character "
              + (e.getIndex() + 1));
    }
    int groups = regexp.matcher("").groupCount();
    int group = Math.min(1, groups);
    if (call.arguments().size() == 3) {
      group = group(call.arguments().get(2), groups, compiler);
    }
    return new Typed(new RegexpParts(texts.values(), regexp, group), Types.StringType.get());
  }

  private static int group(Expression argument, int groups, ExpressionCompiler compiler) {
    if (argument instanceof Expression.Literal number
        && number.kind() == Expression.Literal.Kind.NUMBER
        && number.text().matches("\\d{1,4}")
        && Integer.parseInt(number.text()) <= groups) {
      return Integer.parseInt(number.text());
    }
    throw compiler.error(
        argument, "expected the number of a group, 0 (the whole match) to " + groups);
  }

  private Typed path(Expression.Call call, ExpressionCompiler compiler) {
    String expected = "path takes one of '" + String.join("', '", PATH_TOKENS) + "'";
    requireCount(call, compiler, 1, 1, expected);
    Expression argument = call.arguments().get(0);
    String token = text(argument, compiler, "a token");
    FileValue value = FileValue.ofPath(token).orElseThrow(() -> compiler.error(argument, expected));
    String needed = token.equals("day") ? "dd" : token;
    if (!pattern.hasToken(needed)) {
      throw compiler.error(
          argument,
          "source.pattern '" + pattern + "' has no {" + needed + "}, so paths never say it");
    }
    return fileValue(call, compiler, value, 1);
  }

  private Typed fileValue(
      Expression.Call call, ExpressionCompiler compiler, FileValue value, int arguments) {
    requireCount(call, compiler, arguments, arguments, call.function() + "() takes nothing");
    fileValues.add(value);
    return new Typed(new Constant(value.column()), value.type());
  }

  private static void requireCount(
      Expression.Call call, ExpressionCompiler compiler, int least, int most, String expected) {
    int count = call.arguments().size();
    if (count < least || count > most) {
      throw compiler.error(call, expected);
    }
  }

  private static String text(Expression argument, ExpressionCompiler compiler, String what) {
    if (argument instanceof Expression.Literal literal
        && literal.kind() == Expression.Literal.Kind.TEXT) {
      return literal.text();
    }
    FirnException error = compiler.error(argument, "expected " + what + " in single quotes");
    throw error;
  }
}
