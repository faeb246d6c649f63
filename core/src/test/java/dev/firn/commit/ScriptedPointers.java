package dev.firn.commit;

import dev.firn.catalog.PointerStore;
import dev.firn.catalog.PointerStoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.catalog.TableIdentifier;

/** Pointers whose compare-and-sets and reads go wrong as a test says, one after the other. */
public final class ScriptedPointers {
  /** One compare-and-set, as it is asked for. */
  public interface Swap {
    /** Does it in the store below, and says whether the pointer moved. */
    boolean run();
  }

  /** What becomes of one compare-and-set. */
  public interface Step {
    /** Does with it whatever the test wants. */
    boolean on(Swap swap);
  }

  /** Steps for the next compare-and-sets; as usual when there are none. */
  public final Deque<Step> swaps = new ConcurrentLinkedDeque<>();

  /** The next so many reads fail. */
  public final AtomicInteger failingReads = new AtomicInteger();

  /** Pointers that were moved. */
  public final AtomicInteger moved = new AtomicInteger();

  /** Puts the script in front of a store. */
  public PointerStore over(PointerStore real) {
    return (PointerStore)
        Proxy.newProxyInstance(
            PointerStore.class.getClassLoader(),
            new Class<?>[] {PointerStore.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "compareAndSet":
                  return swap(real, arguments);
                case "read":
                  if (failingReads.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new PointerStoreException(false, "injected: a read", null);
                  }
                  break;
                default:
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private boolean swap(PointerStore real, Object[] arguments) {
    Swap swap =
        () -> {
          boolean done =
              real.compareAndSet(
                  (TableIdentifier) arguments[0], (String) arguments[1], (String) arguments[2]);
          if (done) {
            moved.incrementAndGet();
          }
          return done;
        };
    Step step = swaps.poll();
    return step == null ? swap.run() : step.on(swap);
  }

  /** Something happens right before the pointer is moved. */
  public static Step after(Runnable event) {
    return swap -> {
      event.run();
      return swap.run();
    };
  }

  /** The swap is applied; its answer is lost, and so is the first look at the pointer after it. */
  public Step appliedUnanswered(Runnable then) {
    return swap -> {
      swap.run();
      then.run();
      failingReads.set(1);
      throw new PointerStoreException(true, "injected: no answer", null);
    };
  }

  /** The swap is not applied, and nobody can tell. */
  public Step lost() {
    return swap -> {
      throw new PointerStoreException(true, "injected: lost", null);
    };
  }

  /** The database is down: certainly nothing was done. */
  public Step refused() {
    return swap -> {
      throw new PointerStoreException(false, "injected: refused", null);
    };
  }

  /** The swap stays under way until the next one comes, and is done before that. */
  public Step late() {
    return swap -> {
      swaps.addFirst(
          next -> {
            swap.run();
            return next.run();
          });
      throw new PointerStoreException(true, "injected: late", null);
    };
  }

  /** Adds steps. */
  public void then(Step... steps) {
    swaps.addAll(Arrays.asList(steps));
  }
}
