package dev.firn.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookTest {
  private record Call(String key, String signature, String body) {}

  private final List<Call> calls = new ArrayList<>();
  private final Deque<Integer> answers = new ArrayDeque<>();
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var headers = exchange.getRequestHeaders();
          calls.add(
              new Call(
                  headers.getFirst("Idempotency-Key"),
                  headers.getFirst("Firn-Signature"),
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
          exchange.sendResponseHeaders(answers.isEmpty() ? 200 : answers.remove(), -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Webhook webhook(Optional<String> secret) {
    return new Webhook(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook"),
        secret,
        Duration.ofMillis(1));
  }

  /** RFC 4231, test case 2. */
  @Test
  void signatureIsTheKnownOne() {
    assertThat(Webhook.signature("Jefe", "what do ya want for nothing?"))
        .isEqualTo("sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  }

  @Test
  void bodyKeyAndSignatureArriveAndAFailureIsTriedAgain() throws InterruptedException {
    answers.add(503);
    webhook(Optional.of("secret")).post("t/2021-05-29/r1", "{\"ä\":1}");
    Call call = new Call("t/2021-05-29/r1", Webhook.signature("secret", "{\"ä\":1}"), "{\"ä\":1}");
    assertThat(calls).containsExactly(call, call);
  }

  @Test
  void withoutASecretNothingIsSigned() throws InterruptedException {
    webhook(Optional.empty()).post("k", "{}");
    assertThat(calls).containsExactly(new Call("k", null, "{}"));
  }

  @Test
  void nobodyWhoTakesItIsAFailureThatMayBeTriedAgain() {
    answers.addAll(List.of(500, 302, 404));
    assertThatThrownBy(() -> webhook(Optional.empty()).post("k", "{}"))
        .isInstanceOfSatisfying(FirnException.class, e -> assertThat(e.code().retryable()).isTrue())
        .hasMessageContaining("404");
    assertThat(calls).hasSize(3);
  }
}
