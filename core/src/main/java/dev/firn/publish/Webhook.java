package dev.firn.publish;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Posts JSON to an address.
 *
 * <p>Headers: {@code Idempotency-Key}, the same for the same revision of a day, and, with a secret,
 * {@code Firn-Signature: sha256=<hex>}, the HMAC-SHA256 of the body. An answer of 2xx is success;
 * everything else is tried again a few times. Any thread.
 */
public final class Webhook {
  private static final int ATTEMPTS_MOST = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final HttpClient client;
  private final URI address;
  private final Optional<String> secret;
  private final Duration pause;

  /**
   * A webhook.
   *
   * @param address http or https
   * @param secret the key of the signature
   * @param pause between two attempts, doubled after each
   */
  public Webhook(URI address, Optional<String> secret, Duration pause) {
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    this.address = address;
    this.secret = secret;
    this.pause = pause;
  }

  /**
   * Posts a body until it is taken.
   *
   * @param key tells the receiver that it has seen this before
   * @throws FirnException {@link ErrorCode#STORAGE} if nobody takes it now; try again later
   */
  public void post(String key, String body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    secret.ifPresent(s -> request.header("Firn-Signature", signature(s, body)));
    String last = "";
    Duration wait = pause;
    for (int attempt = 1; attempt <= ATTEMPTS_MOST; attempt++) {
      try {
        int status =
            client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status / 100 == 2) {
          return;
        }
        last = "it answered " + status;
      } catch (IOException e) {
        last = e.toString();
      }
      if (attempt < ATTEMPTS_MOST) {
        LockSupport.parkNanos(wait.toNanos());
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while waiting to call a webhook again");
        }
        wait = wait.multipliedBy(2);
      }
    }
    throw new FirnException(
        ErrorCode.STORAGE,
        "the webhook at "
            + address.getScheme()
            + "://"
            + address.getAuthority()
            + " did not take "
            + key
            + " in "
            + ATTEMPTS_MOST
            + " attempts: "
            + last
            + "; it is tried again, see publish.webhook");
  }

  /** {@code sha256=} and the HMAC-SHA256 of the body's UTF-8 in hex. */
  public static String signature(String secret, String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return "sha256="
          + HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new FirnException(
          ErrorCode.INTERNAL, "this Java has no HMAC-SHA256, which every Java must have", e);
    }
  }
}
