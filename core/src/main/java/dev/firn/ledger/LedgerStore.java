package dev.firn.ledger;

/** Reads and writes roots and segments. */
public final class LedgerStore {}
