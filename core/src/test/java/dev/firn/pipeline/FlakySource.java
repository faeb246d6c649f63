package dev.firn.pipeline;

import dev.firn.source.FileIdentity;
import dev.firn.source.SourceStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Source storage that fails as often as a test says, and tells of every file that is opened. */
final class FlakySource {
  private final Map<String, AtomicInteger> failures = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> opened = new ConcurrentHashMap<>();

  /** Called before a file is opened, with its name. */
  volatile Consumer<String> onOpen = name -> {};

  /** The next so many openings of a file fail. */
  void fail(String name, int times) {
    failures.put(name, new AtomicInteger(times));
  }

  int opened(String name) {
    return opened.getOrDefault(name, new AtomicInteger()).get();
  }

  SourceStore over(SourceStore real) {
    return new SourceStore() {
      @Override
      public InputStream open(FileIdentity file) throws IOException {
        String name = file.location().substring(file.location().lastIndexOf('/') + 1);
        opened.computeIfAbsent(name, n -> new AtomicInteger()).incrementAndGet();
        onOpen.accept(name);
        AtomicInteger left = failures.get(name);
        if (left != null && left.getAndDecrement() > 0) {
          throw new IOException("injected: can't read " + name);
        }
        return real.open(file);
      }

      @Override
      public Optional<FileIdentity> stat(String location) throws IOException {
        return real.stat(location);
      }

      @Override
      public void list(String prefix, Consumer<FileIdentity> each) throws IOException {
        real.list(prefix, each);
      }
    };
  }
}
