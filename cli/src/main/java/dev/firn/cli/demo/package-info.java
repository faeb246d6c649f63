/**
 * {@code firn demo}: several days of generated log files in accelerated time, with everything that
 * goes wrong in a bad week, and the books at the end.
 *
 * <p>{@link dev.firn.cli.demo.DemoCommand} is the verb. {@code Days} plays the outside world and
 * watches; the ingester runs in a process of its own ({@link dev.firn.cli.demo.DemoIngester}), so
 * that it can be killed. Both share the {@code DemoClock}.
 */
@NullMarked
package dev.firn.cli.demo;

import org.jspecify.annotations.NullMarked;
