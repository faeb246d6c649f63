package dev.firn.decode.format;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once, and not for every file, which columns of source files the table does not have. */
public final class IgnoredColumns {
  private static final Logger LOG = LoggerFactory.getLogger(IgnoredColumns.class);

  /** Names that are remembered; files whose columns never end are told of no more after that. */
  private static final int MAX_NAMES = 1000;

  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /** Notes the columns of a file that are passed over. Any thread. */
  public void note(String location, List<String> names) {
    List<String> fresh =
        names.stream().filter(name -> told.size() < MAX_NAMES && told.add(name)).toList();
    if (!fresh.isEmpty()) {
      LOG.warn(
          "{} has columns that the table does not have; they are passed over here and in other files: {}",
          location,
          String.join(", ", fresh));
    }
  }
}
