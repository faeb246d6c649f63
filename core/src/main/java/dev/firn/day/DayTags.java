package dev.firn.day;

import java.util.Collection;

/** The tags that name the revisions of days: {@code day-2021-05-29-r1}. */
public final class DayTags {
  private static final int DIGITS_MOST = 9;

  private DayTags() {}

  /** The tag of a day's revision. */
  public static String name(String day, int revision) {
    return "day-" + day + "-r" + revision;
  }

  /** The highest revision of a day among the names of refs; 0 for none. */
  public static int highest(Collection<String> refs, String day) {
    String prefix = "day-" + day + "-r";
    int highest = 0;
    for (String ref : refs) {
      if (ref.startsWith(prefix)) {
        String number = ref.substring(prefix.length());
        if (!number.isEmpty()
            && number.length() <= DIGITS_MOST
            && number.chars().allMatch(c -> c >= '0' && c <= '9')) {
          highest = Math.max(highest, Integer.parseInt(number));
        }
      }
    }
    return highest;
  }
}
