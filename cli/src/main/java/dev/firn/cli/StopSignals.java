package dev.firn.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Turns SIGTERM and SIGINT into a request to stop, so that the process ends by itself, with
 * everything that it needs for a last commit still running. A shutdown hook would be too late for
 * that: other hooks run beside it and end the threads that a commit uses. A second signal ends the
 * process at once.
 *
 * <p>The JDK's signal classes are reached by reflection: they have no public replacement, and a JVM
 * without them just keeps its default.
 */
final class StopSignals {
  private static final int EXIT_BY_SIGNAL = 130;

  private StopSignals() {}

  /** Calls {@code stop} at the first signal. */
  static void onFirst(Runnable stop) {
    AtomicBoolean stopping = new AtomicBoolean();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("handle")) {
            if (stopping.getAndSet(true)) {
              Runtime.getRuntime().halt(EXIT_BY_SIGNAL);
            }
            stop.run();
          }
          return null;
        };
    for (String name : new String[] {"TERM", "INT"}) {
      register(name, handler);
    }
  }

  private static void register(String name, InvocationHandler handler) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> signalHandler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              StopSignals.class.getClassLoader(), new Class<?>[] {signalHandler}, handler);
      Method handle = signal.getMethod("handle", signal, signalHandler);
      handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Without them a signal ends the process as any other: nothing is lost, the last commit is
      // missing.
      return;
    }
  }
}
