/**
 * What happened to a device, step by step: its polls with what came of them, and what else tells why it shows what it shows.
 * Every step is of a call with the device's token, with its signature, or with an address that this server has signed, or
 * is of an admin: what comes without is counted with the events of the device.
 */

/** What a device was told: a picture that is new for it, the same as before, to keep what it has, or to come back. */
export const DECISIONS = ['new', 'same', 'kept', 'overloaded'] as const;
export type Decision = (typeof DECISIONS)[number];

/** How a picture was drawn. */
export interface DrawingFacts {
  readonly atMs: number;
  readonly ms: number;
  readonly bytes: number;
  /** Step of the size ladder; 0 where the picture fitted as it was. */
  readonly step: number;
  /** What was given up to make it fit, in plain words; null for nothing, or where that was not noted. */
  readonly lost: string | null;
}

/** A call for a picture. */
export interface ImageStep {
  readonly kind: 'image';
  readonly atMs: number;
  readonly requestId: string | null;
  readonly address: string;
  readonly picture: string;
  readonly status: number;
  /** Bytes that were sent. */
  readonly bytes: number;
  /** Why it got no picture; null where it got one. */
  readonly code: string | null;
}

/** A poll with what came of it. */
export interface PollStep {
  readonly kind: 'poll';
  /** The time of the first one, in ms since 1970, where several without news are one step. */
  readonly atMs: number;
  readonly lastMs: number;
  readonly count: number;
  /** Null where only their number was kept. */
  readonly requestId: string | null;
  readonly address: string;
  /** Scheme and host that the device called, as the server sees it. */
  readonly called: string;
  /** What a proxy that is not trusted says that the device called; null where none says so. */
  readonly forwarded: string | null;
  readonly batteryVoltage: number | null;
  readonly percentCharged: number | null;
  readonly rssi: number | null;
  readonly firmware: string | null;
  readonly decision: Decision;
  /** Why the screen failed; null where it did not. */
  readonly code: string | null;
  readonly picture: string | null;
  readonly screen: string;
  readonly refreshSeconds: number;
  /** Beginning of the address of the picture. */
  readonly imageBase: string;
  readonly drawing: DrawingFacts | null;
  readonly images: readonly ImageStep[];
}

/** A picture that was drawn after its poll was written. */
export interface DrawnStep {
  readonly kind: 'drawn';
  readonly atMs: number;
  readonly picture: string;
  readonly drawing: DrawingFacts;
}

/** A call that brought log entries. */
export interface LogStep {
  readonly kind: 'log';
  readonly atMs: number;
  readonly requestId: string | null;
  readonly entries: number;
}

/** Its entry in the config was changed. */
export interface ConfigStep {
  readonly kind: 'config';
  readonly atMs: number;
  readonly who: string;
  /** Names of the settings, without their values. */
  readonly names: readonly string[];
}

export type TrailStep = PollStep | ImageStep | DrawnStep | LogStep | ConfigStep;
