package dev.firn.landing.straight;

/** Rows {@code order[from, to)} of a batch. */
record Rows(int[] order, int from, int to) {}
