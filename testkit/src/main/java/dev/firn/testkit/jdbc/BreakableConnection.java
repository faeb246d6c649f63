package dev.firn.testkit.jdbc;

import dev.firn.testkit.jdbc.Break.Site;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A connection that its {@link Breaker} can break; follows where transactions begin and end. */
final class BreakableConnection implements InvocationHandler, Breaker.Line {
  private static final Pattern MOVES_A_POINTER =
      Pattern.compile("\\s*(UPDATE|INSERT\\s+INTO)\\s+iceberg_tables\\b.*", Pattern.DOTALL);

  private final Breaker breaker;
  private final Connection real;
  private boolean inTransaction;
  private boolean hasMoved;
  private volatile boolean gone;

  BreakableConnection(Breaker breaker, Connection real) {
    this.breaker = breaker;
    this.real = real;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    switch (method.getName()) {
      case "close", "abort" -> {
        close();
        return null;
      }
      case "isClosed" -> {
        return gone || real.isClosed();
      }
      case "isValid" -> {
        return isValid();
      }
      case "toString" -> {
        return "breakable " + real;
      }
      case "equals" -> {
        return proxy == (arguments == null ? null : arguments[0]);
      }
      case "hashCode" -> {
        return System.identityHashCode(proxy);
      }
      default -> {
        requireOpen();
      }
    }
    return switch (method.getName()) {
      case "setAutoCommit" -> {
        inTransaction = arguments != null && Boolean.FALSE.equals(arguments[0]);
        yield answer(real, method, arguments);
      }
      case "commit" -> end(() -> answer(real, method, arguments));
      case "createStatement" -> statement(Statement.class, answer(real, method, arguments), "");
      case "prepareStatement" ->
          statement(
              PreparedStatement.class,
              answer(real, method, arguments),
              arguments == null ? "" : String.valueOf(arguments[0]));
      default -> answer(real, method, arguments);
    };
  }

  private boolean isValid() throws SQLException {
    if (gone) {
      return false;
    }
    breaker.reach("is the connection valid?");
    return real.isValid(1);
  }

  private void requireOpen() throws SQLException {
    if (gone) {
      throw Breaker.broken("the connection is closed");
    }
  }

  /** What the driver answers or throws. */
  private static @Nullable Object answer(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private <T extends Statement> Object statement(
      Class<T> type, @Nullable Object statement, String prepared) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (!method.getName().startsWith("execute")) {
            return answer(Objects.requireNonNull(type.cast(statement)), method, arguments);
          }
          String sql = arguments == null ? prepared : String.valueOf(arguments[0]);
          return execute(
              sql, () -> answer(Objects.requireNonNull(type.cast(statement)), method, arguments));
        };
    return Proxy.newProxyInstance(
        BreakableConnection.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private @Nullable Object execute(String sql, Breaker.Call call) throws Throwable {
    requireOpen();
    String first = sql.strip().toUpperCase(Locale.ROOT);
    if (first.startsWith("COMMIT")) {
      return ended(end(call));
    }
    if (!first.startsWith("SET ")) {
      // Pools greet a new connection so, and wait for seconds when there is no answer.
      reach(sql);
    }
    if (first.startsWith("BEGIN")) {
      Object answer = call.run();
      inTransaction = true;
      return answer;
    }
    if (first.startsWith("ROLLBACK")) {
      return ended(call.run());
    }
    if (!MOVES_A_POINTER.matcher(sql).matches()) {
      return call.run();
    }
    hasMoved = true;
    return breaker.move(Site.STATEMENT, !inTransaction, call, this);
  }

  private @Nullable Object ended(@Nullable Object answer) {
    inTransaction = false;
    return answer;
  }

  private @Nullable Object end(Breaker.Call call) throws Throwable {
    reach("commit");
    boolean moved = hasMoved;
    hasMoved = false;
    return moved ? breaker.move(Site.COMMIT, true, call, this) : call.run();
  }

  private void reach(String what) throws SQLException {
    try {
      breaker.reach(what);
    } catch (SQLException e) {
      close();
      throw e;
    }
  }

  /** What the client closes; of a broken connection the breaker takes care. */
  private void close() {
    if (!gone) {
      gone = true;
      hangUp();
    }
  }

  @Override
  public void lost() {
    gone = true;
  }

  @Override
  public void hangUp() {
    try {
      real.close();
    } catch (SQLException ignored) {
      // It is gone either way, which is all that is wanted.
    }
  }
}
