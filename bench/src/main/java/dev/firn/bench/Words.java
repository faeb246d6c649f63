package dev.firn.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of a command line: a benchmark's name, numbers by place, {@code --json FILE} and {@code
 * --brief}.
 *
 * @param name of the benchmark; empty if there is none
 * @param places what follows it
 * @param json where the figures go as JSON
 * @param isBrief whether the longest parts are left out
 */
record Words(String name, List<String> places, Optional<Path> json, boolean isBrief) {
  static Words of(String[] args) {
    List<String> places = new ArrayList<>();
    Optional<Path> json = Optional.empty();
    boolean brief = false;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--json") && i + 1 < args.length) {
        json = Optional.of(Path.of(args[++i]));
      } else if (args[i].equals("--brief")) {
        brief = true;
      } else {
        places.add(args[i]);
      }
    }
    String name = places.isEmpty() ? "" : places.remove(0);
    return new Words(name, List.copyOf(places), json, brief);
  }

  /** The number at a place, or another one if there is none. */
  long number(int place, long byDefault) {
    return places.size() > place ? Long.parseLong(places.get(place)) : byDefault;
  }

  /** The word at a place, or another one if there is none. */
  String word(int place, String byDefault) {
    return places.size() > place ? places.get(place) : byDefault;
  }
}
