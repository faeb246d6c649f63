/**
 * Storage and a catalog that fail at a chosen call.
 *
 * <p>Entry classes: {@link dev.firn.testkit.fault.FaultyFileIo} and {@link
 * dev.firn.testkit.fault.FaultyPointerStore}, which wrap real ones; {@link
 * dev.firn.testkit.fault.NthCall} says which call fails. A sweep runs the same job with the fault
 * at the first call, the second, and so on, until a run gets through without meeting it.
 * Invariants: what a fault does to the storage below is what its kind says and nothing else; calls
 * that no fault hits behave as without the wrapper.
 */
@NullMarked
package dev.firn.testkit.fault;

import org.jspecify.annotations.NullMarked;
