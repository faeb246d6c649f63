package dev.firn.cli;

import com.github.luben.zstd.util.ZstdVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.sqlite.util.OSInfo;

/**
 * Unpacks the native libraries of SQLite and Zstandard once, into the distribution.
 *
 * <p>Otherwise each process unpacks them into the temporary folder: that costs start-up time, and a
 * process that is killed leaves them there.
 */
final class NativeLibraries {
  private NativeLibraries() {}

  /** Unpacks what this platform's jars have; what they lack is unpacked at run time as usual. */
  static void unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    String sqlite = System.mapLibraryName("sqlitejdbc");
    copy(
        "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + sqlite,
        folder.resolve(sqlite));
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (os.equals("linux")) {
      String arch = System.getProperty("os.arch", "");
      copy(
          "/linux/" + arch + "/libzstd-jni-" + ZstdVersion.VERSION + ".so",
          folder.resolve("libzstd-jni.so"));
    }
  }

  private static void copy(String resource, Path target) throws IOException {
    try (InputStream in = NativeLibraries.class.getResourceAsStream(resource)) {
      if (in != null) {
        Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
