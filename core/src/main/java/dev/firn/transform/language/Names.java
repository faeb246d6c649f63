package dev.firn.transform.language;

import java.util.ArrayList;
import java.util.List;

/** The columns that an expression names. */
public final class Names {
  private Names() {}

  /** All of them, in the order of the text. */
  public static List<Expression.Name> of(Expression expression) {
    List<Expression.Name> names = new ArrayList<>();
    add(expression, names);
    return names;
  }

  private static void add(Expression e, List<Expression.Name> names) {
    if (e instanceof Expression.Name name) {
      names.add(name);
    } else if (e instanceof Expression.Call call) {
      call.arguments().forEach(argument -> add(argument, names));
    } else if (e instanceof Expression.Compare compare) {
      add(compare.left(), names);
      add(compare.right(), names);
    } else if (e instanceof Expression.In in) {
      add(in.value(), names);
    } else if (e instanceof Expression.Like like) {
      add(like.value(), names);
    } else if (e instanceof Expression.IsNull isNull) {
      add(isNull.value(), names);
    } else if (e instanceof Expression.Both both) {
      add(both.left(), names);
      add(both.right(), names);
    } else if (e instanceof Expression.Not not) {
      add(not.inner(), names);
    }
  }
}
