package dev.firn.testkit.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.UUID;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A driver around another one, for catalogs that find their driver by the URL. Registered until it
 * is closed; any thread.
 */
public final class BreakingDriver implements Driver, AutoCloseable {
  private static final String JDBC = "jdbc:";

  private final String prefix = "jdbc:breaking-" + UUID.randomUUID() + ":";
  private final Breaker breaker;

  /** Registers the driver. */
  public BreakingDriver(Breaker breaker) throws SQLException {
    this.breaker = breaker;
    DriverManager.registerDriver(this);
  }

  /** The URL under which this driver opens the database of another URL. */
  public String url(String real) {
    return prefix + real.substring(JDBC.length());
  }

  @Override
  public @Nullable Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    breaker.reach("connect");
    return breaker.wrap(
        DriverManager.getConnection(JDBC + url.substring(prefix.length()), properties));
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(prefix);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no logger");
  }

  @Override
  public void close() throws SQLException {
    DriverManager.deregisterDriver(this);
  }
}
