package dev.firn.cli.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.RuntimeIOException;

/** What Iceberg's interfaces throw, as errors with codes. */
final class Failures {
  private Failures() {}

  static RuntimeException of(RuntimeException e) {
    if (e instanceof NoSuchTableException || e instanceof NoSuchNamespaceException) {
      return error(ErrorCode.NOT_FOUND, e, "; firn tables lists what there is");
    }
    if (e instanceof NotFoundException) {
      return error(ErrorCode.NOT_FOUND, e, "; check the location");
    }
    if (e instanceof AlreadyExistsException) {
      return error(ErrorCode.ALREADY_EXISTS, e, "; take another name, or rename what has it");
    }
    if (e instanceof CommitFailedException) {
      return error(ErrorCode.CONFLICT, e, "; try again");
    }
    if (e instanceof CommitStateUnknownException) {
      return error(ErrorCode.COMMIT_STATE_UNKNOWN, e, "");
    }
    if (e instanceof RuntimeIOException) {
      return error(ErrorCode.STORAGE, e, "; try again");
    }
    if (e instanceof RESTException) {
      return error(ErrorCode.CATALOG, e, "; check the server and the properties to sign in with");
    }
    if (e instanceof NamespaceNotEmptyException
        || e instanceof IllegalArgumentException
        || e instanceof UnsupportedOperationException) {
      return error(ErrorCode.USAGE, e, "");
    }
    return e;
  }

  private static FirnException error(ErrorCode code, RuntimeException e, String next) {
    String message = String.valueOf(e.getMessage());
    return new FirnException(code, message.lines().findFirst().orElse(message) + next, e);
  }
}
