/** Rules of the house as tests. */
@org.jspecify.annotations.NullMarked
package dev.firn.house;
