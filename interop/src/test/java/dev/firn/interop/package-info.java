/** Firn's tables read by other programs. */
package dev.firn.interop;
