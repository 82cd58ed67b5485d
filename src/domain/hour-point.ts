/** One hour in the life of a device: its polls, and how battery and signal were at the last one. Eight bytes when it is over. */
import { isCount } from '../platform/base/plain.ts';
import type { DeviceReport } from './report.ts';

export const HOUR_MS = 3_600_000;
export const HOUR_POINT_BYTES = 8;

/** The polls of the hour that runs. */
export interface HourTally {
  /** Begin of the hour, in ms since 1970. */
  readonly hourMs: number;
  readonly polls: number;
  /** Polls that did not come before one of this hour. */
  readonly missed: number;
}

/** What is known of an hour; null where the device did not say. */
export interface HourPoint {
  readonly polls: number;
  readonly missed: number;
  readonly batteryVoltage: number | null;
  readonly percentCharged: number | null;
  readonly rssi: number | null;
}

type Readings = Pick<DeviceReport, 'batteryVoltage' | 'percentCharged' | 'rssi'>;

/** The begin of the hour of a time. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}

/** Count a poll. */
export function countPoll(tally: HourTally | null, nowMs: number): HourTally {
  const running = tallyAt(tally, nowMs);
  return { ...running, polls: running.polls + 1 };
}

/** Count polls that did not come before a call of now. */
export function countMissed(tally: HourTally | null, nowMs: number, missed: number): HourTally {
  const running = tallyAt(tally, nowMs);
  return { ...running, missed: running.missed + missed };
}

/** The tally of the hour that runs. A clock that was set back goes on with the hour that was begun. */
function tallyAt(tally: HourTally | null, nowMs: number): HourTally {
  const hourMs = hourOf(nowMs);
  return tally === null || tally.hourMs < hourMs ? { hourMs, polls: 0, missed: 0 } : tally;
}

/** An hour with what the device said last in it. */
export function hourPoint({ polls, missed }: HourTally, report: Readings): HourPoint {
  const { batteryVoltage, percentCharged, rssi } = report;
  return { polls, missed, batteryVoltage, percentCharged, rssi };
}

const MAX_BYTE = 255;
const MAX_MILLIVOLTS = 65_535;
/** The form of the bytes. Never zero, so that no point consists of zeros. */
const FORM = 1;

/**
 * Pack a point: form, polls, missed, -RSSI, percent + 1, a byte that is free, millivolts (little endian). 0 for what is not
 * known; what is greater than its bytes hold becomes the greatest.
 */
export function packHourPoint({ polls, missed, ...readings }: HourPoint): Buffer {
  const { batteryVoltage, percentCharged, rssi } = readings;
  const bytes = Buffer.alloc(HOUR_POINT_BYTES);
  bytes[0] = FORM;
  bytes[1] = Math.min(polls, MAX_BYTE);
  bytes[2] = Math.min(missed, MAX_BYTE);
  // A signal above 0 dBm is none.
  bytes[3] = rssi === null || rssi >= 0 ? 0 : Math.min(-rssi, MAX_BYTE);
  bytes[4] = percentCharged === null ? 0 : Math.round(percentCharged) + 1;
  const millivolts = batteryVoltage === null ? 0 : Math.round(batteryVoltage * 1000);
  bytes.writeUInt16LE(Math.min(millivolts, MAX_MILLIVOLTS), 6);
  return bytes;
}

/** Null for bytes that another version has packed. */
export function unpackHourPoint(bytes: Buffer): HourPoint | null {
  const [form, polls = 0, missed = 0, signal = 0, percent = 0] = bytes;
  if (form !== FORM || bytes.length !== HOUR_POINT_BYTES) return null;
  const millivolts = bytes.readUInt16LE(6);
  return {
    polls,
    missed,
    batteryVoltage: millivolts === 0 ? null : millivolts / 1000,
    percentCharged: percent === 0 ? null : percent - 1,
    rssi: signal === 0 ? null : -signal,
  };
}

/** Read a tally that was kept as JSON; null for what is none. */
export function restoreTally(kept: unknown): HourTally | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { hourMs, polls, missed } = kept as Partial<Record<keyof HourTally, unknown>>;
  if (!isCount(hourMs) || !isCount(polls) || !isCount(missed)) return null;
  return { hourMs, polls, missed };
}
