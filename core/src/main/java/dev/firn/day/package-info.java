/**
 * When a day is complete, and how it becomes ready, once per revision.
 *
 * <p>Entry class: {@link dev.firn.day.DayCoordinator}. A day is a period of a named zone ({@link
 * dev.firn.day.PeriodRule}, {@link dev.firn.day.DayPeriod}); what is known of days is the {@link
 * dev.firn.day.DayBook} in the ledger root's state. It is changed by commits only: by landings
 * ({@link dev.firn.day.DayLanding} notes which days got rows and how far producers have come) and
 * by the coordinator's steps ({@link dev.firn.day.DayMoves}), all of them pure functions.
 *
 * <p>Invariants: any number of coordinators may run, the compare-and-set on the table decides; a
 * clock decides how long to wait and nothing else; a day becomes ready only on a snapshot in which
 * every listed file of the day is settled and all its rows are compacted; a revision's number is
 * one more than the day's highest tag, and the tag is set in the commit that makes the day ready;
 * every step can be repeated after a crash with the same result.
 */
@NullMarked
package dev.firn.day;

import org.jspecify.annotations.NullMarked;
