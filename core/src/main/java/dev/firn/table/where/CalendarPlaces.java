package dev.firn.table.where;

import dev.firn.table.sql.TokenReader;
import dev.firn.table.where.Written.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Literals for years, months and hours, which people write as a calendar has them and Iceberg
 * counts from 1970.
 */
final class CalendarPlaces {
  private static final Pattern YEAR = Pattern.compile("([+-]?\\d{4,6})");
  private static final Pattern MONTH = Pattern.compile("([+-]?\\d{4,6})-(0[1-9]|1[0-2])");
  private static final Pattern HOUR =
      Pattern.compile("([+-]?\\d{4,6}-\\d\\d-\\d\\d)[-T ](\\d\\d)(?::00(?::00)?)?( ?Z)?");
  private static final BigInteger NANOS_PER_HOUR = BigInteger.valueOf(3_600_000_000_000L);
  private static final int FIRST_YEAR = 1970;

  private final TokenReader reader;

  CalendarPlaces(TokenReader reader) {
    this.reader = reader;
  }

  Place of(Subject subject, Written literal) {
    return switch (subject.unit()) {
      case YEAR -> year(literal);
      case YEARS ->
          Place.at(number(text(literal, YEAR, "a year in quotes: '2021'"), 1) - FIRST_YEAR);
      case MONTHS -> {
        Matcher month = text(literal, MONTH, "a month in quotes: '2021-03'");
        yield Place.at((number(month, 1) - FIRST_YEAR) * 12 + number(month, 2) - 1);
      }
      case HOURS -> hour(literal);
      case VALUE -> throw new IllegalArgumentException("no unit of a calendar: " + subject);
    };
  }

  private Matcher text(Written literal, Pattern pattern, String expected) {
    Matcher found = pattern.matcher(literal.text().strip());
    if (literal.kind() != Kind.TEXT || !found.matches()) {
      throw reader.errorAt(literal.place(), "expected " + expected);
    }
    return found;
  }

  private static int number(Matcher found, int group) {
    return Integer.parseInt(found.group(group));
  }

  private Place year(Written literal) {
    boolean isYear = literal.kind() != Kind.TEXT || YEAR.matcher(literal.text().strip()).matches();
    return Places.number(literal)
        .filter(number -> isYear)
        .map(number -> Places.whole(number.subtract(BigDecimal.valueOf(FIRST_YEAR))))
        .orElseThrow(() -> reader.errorAt(literal.place(), "expected a year: 2021"));
  }

  private Place hour(Written literal) {
    Matcher found = HOUR.matcher(literal.text().strip());
    if (literal.isTextOr(Kind.TIMESTAMP) && found.matches()) {
      Optional<Moment> moment = Moment.of(found.group(1) + " " + found.group(2) + ":00");
      if (moment.isPresent()) {
        return Places.whole(new BigDecimal(moment.get().nanos().divide(NANOS_PER_HOUR)));
      }
    }
    throw reader.errorAt(literal.place(), "expected an hour in quotes: '2021-03-05 10'");
  }
}
