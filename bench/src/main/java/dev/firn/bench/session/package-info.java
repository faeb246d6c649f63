/**
 * Programs under measurement and the tables they work on.
 *
 * <p>{@link dev.firn.bench.session.FirnSession} is Firn as a process that stays, as Spark's session
 * is one; {@link dev.firn.bench.session.ResettableTable} gives every run the same table; {@link
 * dev.firn.bench.session.TableFacts} tells files and rows.
 */
@NullMarked
package dev.firn.bench.session;

import org.jspecify.annotations.NullMarked;
