package dev.firn.plan.manifest;

/** The bytes of a manifest are not what its schema, or the spec, says. */
final class MalformedManifestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedManifestException(String what) {
    super(what, null, false, false);
  }
}
