package dev.firn.transform;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.transform.language.Step;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/** What a name stands for at some point of the steps. */
sealed interface Variable {
  /** The type of its values, as far as it is known. */
  Optional<Type> type();

  /**
   * Says that its values have to be of a type.
   *
   * @param user who says so, for messages
   */
  void demand(Type type, String user);

  /** A field of its values. */
  Variable field(String name, String user);

  /** A field of a field of its values. */
  default Variable field(List<String> path, String user) {
    Variable at = this;
    for (String name : path) {
      at = at.field(name, user);
    }
    return at;
  }

  /** A value of the files. */
  record Source(SourceNode node, int level) implements Variable {
    @Override
    public Optional<Type> type() {
      return node.type();
    }

    @Override
    public void demand(Type type, String user) {
      node.demand(type, user);
    }

    @Override
    public Variable field(String name, String user) {
      return new Source(node.field(name, user), level);
    }
  }

  /**
   * A field of an exploded element, else of the row around it.
   *
   * @param guard the element's column that decides: where it is null, the outer one is taken
   */
  record Lifted(Variable guard, Variable inner, Variable outer) implements Variable {
    @Override
    public Optional<Type> type() {
      Optional<Type> type = inner.type();
      return type.isPresent() ? type : outer.type();
    }

    @Override
    public void demand(Type type, String user) {
      inner.demand(type, user);
      outer.demand(type, user);
    }

    @Override
    public Variable field(String name, String user) {
      return new Lifted(guard, inner.field(name, user), outer.field(name, user));
    }

    /** Makes what is known of one side hold for the other. */
    void agree() {
      type().ifPresent(type -> demand(type, "the field of the same name"));
    }
  }

  /** What a step computes. */
  final class Derived implements Variable {
    private final Step.ExpressionText source;
    private final int level;
    private @Nullable Type wanted;
    private @Nullable Type type;

    Derived(Step.ExpressionText source, int level) {
      this.source = source;
      this.level = level;
    }

    Step.ExpressionText source() {
      return source;
    }

    int level() {
      return level;
    }

    /** The type of the table's column that it fills, if it does. */
    Optional<Type> wanted() {
      return Optional.ofNullable(wanted);
    }

    /** Sets the type that the expression turned out to have. */
    void setType(Type computed) {
      type = computed;
    }

    @Override
    public Optional<Type> type() {
      return Optional.ofNullable(type);
    }

    @Override
    public void demand(Type demanded, String user) {
      wanted = demanded;
    }

    @Override
    public Variable field(String name, String user) {
      throw new FirnException(
          ErrorCode.CONFIG,
          user
              + ": '"
              + name
              + "' is asked of what "
              + source.place()
              + " computes, which has no"
              + " fields");
    }
  }
}
