/**
 * Other engines as programs of their own: their command lines, sessions that stay, and what their
 * processes use.
 *
 * <p>Entry class: {@link dev.firn.testkit.engine.PreparedEngines}. {@code interop/engines/prepare}
 * fetches the engines and compiles the small programs that talk to them. Invariants: an engine runs
 * in a process of its own, since class paths exclude each other; whatever was started is ended with
 * all its children.
 */
@NullMarked
package dev.firn.testkit.engine;

import org.jspecify.annotations.NullMarked;
