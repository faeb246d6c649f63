package dev.firn.testkit.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * One PostgreSQL server with an empty database, from binaries on the class path.
 *
 * <p>PostgreSQL refuses to run as root, so that root starts it as the user {@code nobody}. A shell
 * between this process and the server waits for the end of a pipe that this process holds, and
 * stops the server then, however this process ends. Starting takes about three seconds.
 */
public final class PostgresServer implements AutoCloseable {
  private static final String BINARIES = "/postgres-linux-x86_64.txz";
  private static final String USER = "firn";
  private static final String NOBODY = "65534";
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(20);

  private static final String STOP_WITH_THE_PIPE =
      "\"$@\" & server=$!; read -r end; kill -INT $server; wait $server";

  private final Path folder;
  private final boolean durable;
  private final int port;
  private @Nullable Process process;

  private PostgresServer(Path folder, boolean durable, int port) {
    this.folder = folder;
    this.durable = durable;
    this.port = port;
  }

  /** Starts a server that does not wait for the disk. */
  public static PostgresServer start() throws IOException {
    return start(false);
  }

  /**
   * Starts a server.
   *
   * @param durable whether commits wait for the disk, as in use
   */
  public static PostgresServer start(boolean durable) throws IOException {
    Path folder = Files.createTempDirectory("firn-postgres-");
    // Another user runs the server from there.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    PostgresServer server = new PostgresServer(folder, durable, freePort());
    boolean started = false;
    try {
      server.unpack();
      server.initialize();
      server.launch();
      started = true;
      return server;
    } finally {
      if (!started) {
        server.close();
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void unpack() throws IOException {
    try (InputStream packed = PostgresServer.class.getResourceAsStream(BINARIES)) {
      if (packed == null) {
        throw new IOException("no PostgreSQL for this machine: " + BINARIES + " is missing");
      }
      Files.createDirectories(folder.resolve("server"));
      Process tar =
          new ProcessBuilder("tar", "-x", "--no-same-owner", "-C", folder.resolve("server") + "")
              .redirectError(folder.resolve("tar.log").toFile())
              .start();
      try (InputStream plain = new XZInputStream(packed);
          OutputStream in = tar.getOutputStream()) {
        plain.transferTo(in);
      }
      finish(tar, "tar", "tar.log");
    }
  }

  private void initialize() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Path password = Files.writeString(folder.resolve("password"), password());
    if (isRoot()) {
      run(List.of("chown", NOBODY + ":" + NOBODY, data.toString(), password.toString()));
    }
    List<String> command = asUser();
    command.addAll(
        List.of(
            folder.resolve("server/bin/initdb").toString(),
            "--pgdata=" + data,
            "--username=" + USER,
            "--pwfile=" + password,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync"));
    run(command);
  }

  private void launch() throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", STOP_WITH_THE_PIPE, "sh"));
    command.addAll(asUser());
    command.addAll(
        List.of(
            folder.resolve("server/bin/postgres").toString(),
            "-D",
            folder.resolve("data").toString(),
            "-p",
            Integer.toString(port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=" + (durable ? "on" : "off"),
            "-c",
            "max_connections=200"));
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile())
            .start();
    awaitReady();
  }

  private void awaitReady() throws IOException {
    long startNanos = System.nanoTime();
    while (true) {
      try {
        connect().close();
        return;
      } catch (SQLException e) {
        Process running = process;
        boolean late = System.nanoTime() - startNanos > START.toNanos();
        if (late || running == null || !running.isAlive()) {
          throw new IOException("PostgreSQL did not start: " + log("server.log"), e);
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while PostgreSQL started", e);
      }
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static List<String> asUser() {
    return isRoot()
        ? new ArrayList<>(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"))
        : new ArrayList<>();
  }

  private void run(List<String> command) throws IOException {
    Process started =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("run.log").toFile())
            .start();
    finish(started, String.join(" ", command), "run.log");
  }

  private void finish(Process started, String what, String log) throws IOException {
    try {
      if (started.waitFor() != 0) {
        throw new IOException(what + " failed: " + log(log));
      }
    } catch (InterruptedException e) {
      started.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted in " + what, e);
    }
  }

  private String log(String name) throws IOException {
    Path log = folder.resolve(name);
    return Files.exists(log) ? Files.readString(log) : "no output";
  }

  /** The URI of the database {@code postgres}, without user and password. */
  public String uri() {
    return uri("postgres");
  }

  /** The URI of a database, without user and password. */
  public String uri(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  /** The user, who may do everything. */
  public String user() {
    return USER;
  }

  /** The user's password. */
  public String password() {
    return "not a secret: 100 % test";
  }

  /** A connection to the database {@code postgres}. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(uri(), USER, password());
  }

  /** Makes a database, and answers its URI. */
  public String createDatabase(String name) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return uri(name);
  }

  /** Stops the server and deletes what it has written. */
  @Override
  public void close() {
    Process running = process;
    try {
      if (running != null) {
        running.getOutputStream().close();
        if (!running.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
          running.descendants().forEach(ProcessHandle::destroyForcibly);
          running.destroyForcibly();
        }
      }
      delete(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
