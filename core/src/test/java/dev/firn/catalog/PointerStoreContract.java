package dev.firn.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link PointerStore} does. */
abstract class PointerStoreContract {
  private static final Namespace DB = Namespace.of("db");
  private static final TableIdentifier TABLE = TableIdentifier.of(DB, "t");

  private PointerStore store;

  /** Opens the store under test; a second call opens the same database again. */
  abstract PointerStore open();

  @BeforeEach
  void openStore() {
    store = open();
    assertThat(store.createNamespace(DB, Map.of())).isTrue();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void aPointerIsCreatedOnce() {
    assertThat(store.read(TABLE)).isEmpty();
    assertThat(store.create(TABLE, "file:///1")).isTrue();
    assertThat(store.create(TABLE, "file:///2")).isFalse();
    assertThat(store.read(TABLE)).contains("file:///1");
  }

  @Test
  void aPointerMovesFromWhatIsExpectedOnly() {
    store.create(TABLE, "1");
    assertThat(store.compareAndSet(TABLE, "0", "2")).isFalse();
    assertThat(store.compareAndSet(TABLE, "1", "2")).isTrue();
    assertThat(store.compareAndSet(TABLE, "1", "3")).isFalse();
    assertThat(store.read(TABLE)).contains("2");
    assertThat(store.compareAndSet(TableIdentifier.of(DB, "other"), "1", "2")).isFalse();
  }

  @Test
  void aPointerIsDroppedIfItIsWhatIsExpectedOnly() {
    store.create(TABLE, "1");
    assertThat(store.drop(TABLE, "0")).isFalse();
    assertThat(store.drop(TABLE, "1")).isTrue();
    assertThat(store.drop(TABLE, "1")).isFalse();
    assertThat(store.read(TABLE)).isEmpty();
    assertThat(store.list(DB)).isEmpty();
  }

  @Test
  void tablesAreListedInTheirNamespaceOnly() {
    Namespace nested = Namespace.of("db", "nested");
    store.createNamespace(nested, Map.of());
    store.create(TableIdentifier.of(DB, "b"), "1");
    store.create(TableIdentifier.of(DB, "a"), "2");
    store.create(TableIdentifier.of(nested, "c"), "3");
    assertThat(store.list(DB))
        .containsExactly(TableIdentifier.of(DB, "a"), TableIdentifier.of(DB, "b"));
  }

  @Test
  void aMissingNamespaceIsAnErrorEverywhere() {
    Namespace missing = Namespace.of("missing");
    TableIdentifier table = TableIdentifier.of(missing, "t");
    assertThat(store.namespaceExists(missing)).isFalse();
    assertThat(store.read(table)).isEmpty();
    assertThat(store.dropNamespace(missing)).isFalse();
    assertThat(store.compareAndSet(table, "1", "2")).isFalse();
    assertNoSuchNamespace(() -> store.create(table, "1"));
    assertNoSuchNamespace(() -> store.list(missing));
    assertNoSuchNamespace(() -> store.listNamespaces(missing));
    assertNoSuchNamespace(() -> store.namespaceProperties(missing));
    assertNoSuchNamespace(
        () -> store.updateNamespaceProperties(missing, Map.of("a", "b"), Set.of()));
    assertNoSuchNamespace(() -> store.createNamespace(Namespace.of("missing", "x"), Map.of()));
    assertThat(store.listNamespaces(Namespace.empty())).containsExactly(DB);
  }

  private static void assertNoSuchNamespace(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(NoSuchNamespaceException.class);
  }

  @Test
  void namesThatTheRowsCannotHoldAreRefused() {
    for (Namespace namespace :
        List.of(Namespace.empty(), Namespace.of("a.b"), Namespace.of("a", ""))) {
      assertThatThrownBy(() -> store.createNamespace(namespace, Map.of()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> store.create(TableIdentifier.of(namespace, "t"), "1"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void namespacesAreListedByLevel() {
    for (String[] levels :
        new String[][] {{"a"}, {"a", "b"}, {"a", "b", "c"}, {"a", "d"}, {"ab"}, {"ab", "x"}}) {
      assertThat(store.createNamespace(Namespace.of(levels), Map.of())).isTrue();
      assertThat(store.createNamespace(Namespace.of(levels), Map.of())).isFalse();
    }
    assertThat(store.listNamespaces(Namespace.empty()))
        .containsExactly(Namespace.of("a"), Namespace.of("ab"), DB);
    assertThat(store.listNamespaces(Namespace.of("a")))
        .containsExactly(Namespace.of("a", "b"), Namespace.of("a", "d"));
    assertThat(store.listNamespaces(Namespace.of("a", "d"))).isEmpty();
  }

  @Test
  void aNamespaceWithSomethingInItIsNotDropped() {
    Namespace nested = Namespace.of("db", "nested");
    store.createNamespace(nested, Map.of("a", "b"));
    assertThatThrownBy(() -> store.dropNamespace(DB))
        .isInstanceOf(NamespaceNotEmptyException.class);
    store.create(TableIdentifier.of(nested, "t"), "1");
    assertThatThrownBy(() -> store.dropNamespace(nested))
        .isInstanceOf(NamespaceNotEmptyException.class);
    store.drop(TableIdentifier.of(nested, "t"), "1");
    assertThat(store.dropNamespace(nested)).isTrue();
    assertThat(store.dropNamespace(DB)).isTrue();
    assertThat(store.namespaceExists(DB)).isFalse();
    assertThat(store.listNamespaces(Namespace.empty())).isEmpty();
  }

  @Test
  void namespacePropertiesAreSetAndRemoved() {
    Namespace namespace = Namespace.of("p");
    store.createNamespace(namespace, Map.of("a", "1", "b", "2"));
    assertThat(store.namespaceProperties(namespace)).isEqualTo(Map.of("a", "1", "b", "2"));
    assertThat(store.updateNamespaceProperties(namespace, Map.of("a", "3"), Set.of("b", "z")))
        .isTrue();
    assertThat(store.updateNamespaceProperties(namespace, Map.of("a", "3"), Set.of("b"))).isFalse();
    assertThat(store.namespaceProperties(namespace)).isEqualTo(Map.of("a", "3"));
    store.updateNamespaceProperties(namespace, Map.of(), Set.of("a"));
    assertThat(store.namespaceProperties(namespace)).isEmpty();
    assertThat(store.namespaceExists(namespace)).isTrue();
    assertThatThrownBy(
            () -> store.updateNamespaceProperties(namespace, Map.of("exists", "no"), Set.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void c26_wildcardsInNamesMatchThemselvesOnly() {
    assertThat(store.createNamespace(Namespace.of("my_ns_112_1"), Map.of())).isTrue();
    assertThat(store.namespaceExists(Namespace.of("my_ns_1_2"))).isFalse();
    assertThat(store.createNamespace(Namespace.of("my_ns_1_2"), Map.of())).isTrue();

    store.createNamespace(Namespace.of("test"), Map.of());
    store.createNamespace(Namespace.of("test", "auto_rag"), Map.of());
    store.createNamespace(Namespace.of("test_auto_rag"), Map.of());
    assertThat(store.listNamespaces(Namespace.of("test_auto_rag"))).isEmpty();
    assertThat(store.dropNamespace(Namespace.of("test_auto_rag"))).isTrue();

    store.createNamespace(Namespace.of("my_ns"), Map.of());
    store.create(TableIdentifier.of("my_ns_1_2", "t"), "1");
    assertThat(store.dropNamespace(Namespace.of("my_ns"))).isTrue();
    assertThat(store.namespaceExists(Namespace.of("my_ns"))).isFalse();
    assertThat(store.list(Namespace.of("my_ns_1_2"))).hasSize(1);
  }

  @Test
  void c26_percentExclamationAndCaseAreLetters() {
    for (String name : List.of("%", "!", "_", "a%", "a!", "!_", "A", "a", "İ", "ı", "i", "a b+c")) {
      Namespace namespace = Namespace.of(name);
      Namespace nested = Namespace.of(name, "%");
      assertThat(store.namespaceExists(namespace)).as(name).isFalse();
      assertThat(store.createNamespace(namespace, Map.of())).as(name).isTrue();
      assertThat(store.listNamespaces(namespace)).as(name).isEmpty();
      assertThat(store.createNamespace(nested, Map.of())).as(name).isTrue();
      assertThat(store.create(TableIdentifier.of(nested, name), name)).isTrue();
      assertThat(store.read(TableIdentifier.of(nested, name))).contains(name);
    }
    assertThat(store.listNamespaces(Namespace.empty())).hasSize(13);
  }

  @Test
  void twoOpenStoresSeeEachOther() {
    try (PointerStore second = open()) {
      store.create(TABLE, "1");
      assertThat(second.read(TABLE)).contains("1");
      assertThat(second.compareAndSet(TABLE, "1", "2")).isTrue();
      assertThat(store.compareAndSet(TABLE, "1", "3")).isFalse();
      assertThat(store.read(TABLE)).contains("2");
    }
  }

  @Test
  void ofManyWritersNoneLosesAndNoneSeesABusyDatabase() throws Exception {
    store.create(TABLE, "0");
    int writers = 6;
    int moves = 40;
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    List<Future<?>> done = new ArrayList<>();
    try (PointerStore second = open()) {
      for (int writer = 0; writer < writers; writer++) {
        PointerStore own = writer % 2 == 0 ? store : second;
        done.add(pool.submit(() -> countUp(own, moves)));
      }
      for (Future<?> one : done) {
        one.get();
      }
    } finally {
      pool.shutdown();
    }
    assertThat(store.read(TABLE)).contains(Integer.toString(writers * moves));
  }

  private static void countUp(PointerStore store, int moves) {
    for (int moved = 0; moved < moves; ) {
      String now = store.read(TABLE).orElseThrow();
      if (store.compareAndSet(TABLE, now, Integer.toString(Integer.parseInt(now) + 1))) {
        moved++;
      }
    }
  }

  @Test
  void aTableIsRenamedWithinAndAcrossNamespaces() {
    TableIdentifier sibling = TableIdentifier.of(DB, "u");
    TableIdentifier elsewhere = TableIdentifier.of("other", "t");
    store.create(TABLE, "1");
    assertThat(store.rename(sibling, elsewhere)).isFalse();
    assertNoSuchNamespace(() -> store.rename(TABLE, elsewhere));
    store.createNamespace(Namespace.of("other"), Map.of());
    assertThat(store.rename(TABLE, sibling)).isTrue();
    store.create(TABLE, "2");
    assertThatThrownBy(() -> store.rename(TABLE, sibling))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(store.rename(sibling, elsewhere)).isTrue();
    assertThat(store.read(elsewhere)).contains("1");
    assertThat(store.read(TABLE)).contains("2");
    assertThat(store.history(elsewhere, 10))
        .extracting(PointerMove::kind)
        .containsExactly(PointerMove.Kind.RENAME, PointerMove.Kind.RENAME, PointerMove.Kind.CREATE);
  }

  @Test
  void severalPointersChangeTogetherOrNotAtAll() {
    TableIdentifier second = TableIdentifier.of(DB, "u");
    TableIdentifier third = TableIdentifier.of(DB, "v");
    store.create(TABLE, "1");
    store.create(third, "9");
    PointerChange move = new PointerChange.Move(TABLE, "1", "2");
    PointerChange create = new PointerChange.Create(second, "5");
    PointerChange wrong = new PointerChange.Drop(third, "8");
    assertThat(store.apply(List.of(move, create, wrong))).contains(wrong);
    assertThat(store.read(TABLE)).contains("1");
    assertThat(store.read(second)).isEmpty();
    assertThat(store.history(TABLE, 10)).hasSize(1);
    assertThat(store.apply(List.of(move, create, new PointerChange.Drop(third, "9")))).isEmpty();
    assertThat(store.read(TABLE)).contains("2");
    assertThat(store.read(second)).contains("5");
    assertThat(store.read(third)).isEmpty();
    assertThat(store.apply(List.of(create))).contains(create);
    assertThatThrownBy(() -> store.apply(List.of(create, create)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyMovementIsInTheHistory() {
    store.create(TABLE, "1");
    store.compareAndSet(TABLE, "1", "2");
    store.compareAndSet(TABLE, "1", "3");
    store.drop(TABLE, "2");
    List<PointerMove> history = store.history(TABLE, 10);
    assertThat(history)
        .extracting(PointerMove::kind)
        .containsExactly(PointerMove.Kind.DROP, PointerMove.Kind.COMMIT, PointerMove.Kind.CREATE);
    assertThat(history).allMatch(move -> move.who().isPresent());
    assertThat(history.get(1).from()).contains("1");
    assertThat(history.get(1).to()).contains("2");
    assertThat(store.lastDrop(TABLE)).contains(history.get(0));
    assertThat(store.drops(DB, 10)).containsExactly(history.get(0));
    assertThat(store.hasBeenAt(TABLE, "2")).isTrue();
    assertThat(store.hasBeenAt(TABLE, "3")).isFalse();
    assertThat(store.wentOn(history.get(0))).isFalse();
  }

  @Test
  void aPointerIsAddedOnlyToWhatWasLookedThrough() {
    store.create(TABLE, "1");
    PointerEntries before = store.entries();
    assertThat(before.entries()).hasSize(1);
    TableIdentifier second = TableIdentifier.of(DB, "u");
    TableIdentifier third = TableIdentifier.of(DB, "v");
    PointerMove.Kind kind = PointerMove.Kind.REGISTER;
    assertThat(store.add(TABLE, "2", kind, before.version())).isEqualTo(PointerStore.Added.TAKEN);
    assertThat(store.add(second, "2", kind, before.version())).isEqualTo(PointerStore.Added.ADDED);
    assertThat(store.add(third, "3", kind, before.version())).isEqualTo(PointerStore.Added.CHANGED);
    assertThat(store.history(second, 1).get(0).kind()).isEqualTo(kind);
  }

  @Test
  void whatIsRememberedOfAnEntryIsForgottenWhenItMoves() {
    store.create(TABLE, "1");
    TableIdentity identity = new TableIdentity("u", "file:///t");
    store.remember(Map.of(store.entries().entries().get(0), identity));
    assertThat(store.entries().entries().get(0).identity()).contains(identity);
    store.remember(Map.of(store.entries().entries().get(0), identity));
    store.compareAndSet(TABLE, "1", "2");
    assertThat(store.entries().entries().get(0).identity()).isEmpty();
  }

  @Test
  void aTombstoneTakesAPointersPlace() {
    store.create(TABLE, "1");
    assertThat(store.fence(TABLE, "0", "there")).isFalse();
    assertThat(store.fence(TABLE, "1", "there")).isTrue();
    assertThat(store.fence(TABLE, "1", "there")).isFalse();
    assertThat(store.fenced(TABLE)).contains("there");
    assertThat(store.read(TABLE)).isEmpty();
    assertThat(store.list(DB)).isEmpty();
    assertThat(store.entries().entries()).isEmpty();
    assertThat(store.taken(TABLE)).isTrue();
    assertThat(store.create(TABLE, "2")).isFalse();
    assertThat(store.compareAndSet(TABLE, "1", "2")).isFalse();
    assertThat(store.drop(TABLE, "1")).isFalse();
    assertThat(store.lastDrop(TABLE).flatMap(PointerMove::from)).contains("1");
    assertThat(store.unfence(TABLE)).isTrue();
    assertThat(store.fenced(TABLE)).isEmpty();
    assertThat(store.create(TABLE, "2")).isTrue();
  }

  @Test
  void turnsComeOneAfterTheOther() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (PointerStore second = open()) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        PointerStore own = i % 2 == 0 ? store : second;
        done.add(
            pool.submit(
                () -> {
                  try (PointerStore.Turn turn = own.turn(TABLE);
                      PointerStore.Turn again = own.turn(TABLE)) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    own.read(TABLE);
                    inside.decrementAndGet();
                  }
                }));
      }
      for (Future<?> one : done) {
        one.get();
      }
    } finally {
      pool.shutdown();
    }
    assertThat(most).hasValue(1);
  }

  @Test
  void aClosedStoreFailsAndSaysThatNothingWasDone() {
    PointerStore closed = open();
    closed.close();
    assertThatThrownBy(() -> closed.create(TABLE, "1"))
        .isInstanceOfSatisfying(
            PointerStoreException.class, e -> assertThat(e.mayHaveBeenApplied()).isFalse());
  }
}
