/**
 * What a run of a screen has read, in the order of its first look at each thing. A run is a pure function of these: a later
 * run that would read the same values makes the same picture.
 */
import type { Unrepeatable } from '../platform/base/unrepeatable.ts';

/** The tables of facts that scripts and templates read. */
export const FACT_TABLES = ['params', 'device', 'layout'] as const;

export type FactTable = (typeof FACT_TABLES)[number];

/** One thing that was read. Values of facts are not repeated here: who asked for the run has them. */
export type Read =
  /** One field of a table; also one that is not there. */
  | readonly ['field', table: FactTable, name: string]
  /** All of a table, such as by a loop over it. */
  | readonly ['all', table: FactTable]
  /** The list of fonts, which is the same for all runs until the fonts are changed. */
  | readonly ['fonts']
  /** Whether the device has a picture that may be left in place. */
  | readonly ['previous']
  /** Whether another screen is tried where this one has nothing to show. */
  | readonly ['alternative']
  /** The clock: what was read of it is the same from a time up to another, both in ms since 1970. */
  | readonly ['clock', fromMs: number, untilMs: number]
  /** A file by its absolute path, and its state; null where there is none. */
  | readonly ['file', path: string, state: string | null]
  /** An answer that is in the cache of HTTP answers under a number, and how old it may be. */
  | readonly ['http', entry: number, ttlSeconds: number]
  /** Pushed data by name, and their version; null where there are none. */
  | readonly ['data', name: string, version: string | null];

/** A line that a script has logged, which a later use of the result logs again. */
export interface LoggedLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** The position in the script; null when it is unknown. */
  readonly place: { readonly file: string; readonly line: number } | null;
}

/** Everything that is known of the reads of one run. */
export interface RunReads {
  readonly reads: readonly Read[];
  /** Why the result cannot be used again; null where it can. */
  readonly unrepeatable: Unrepeatable | null;
  readonly lines: readonly LoggedLine[];
}

/** The reads of a run from the text in which its result brings them. It comes from code of this server. */
export function parseReads(text: string): RunReads {
  return JSON.parse(text) as RunReads;
}
