/** History points of a month in one piece: each hour has its place, and zeros are hours without a point. */
import { STATE_LIMITS } from './limits.ts';
import type { HistoryPoint } from './state.ts';
import { StateError } from './state-error.ts';

const HOUR_MS = 3_600_000;
const { historyPointBytes: POINT } = STATE_LIMITS;

/** The month of a time (UTC), such as `2026-11`, and the offset of its hour in it. */
export function hourPlace(atMs: number): { readonly month: string; readonly offset: number } {
  const month = new Date(atMs).toISOString().slice(0, 7);
  return { month, offset: Math.floor((atMs - startOf(month)) / HOUR_MS) * POINT };
}

/** The months from one time to another, the oldest first; at most those that are kept. */
export function monthsBetween(fromMs: number, toMs: number): readonly string[] {
  const months: string[] = [];
  const first = startOf(hourPlace(Math.max(fromMs, toMs - STATE_LIMITS.historyMs)).month);
  for (let startMs = first; startMs <= toMs; startMs = next(startMs)) months.push(hourPlace(startMs).month);
  return months;
}

/** When the points of a month are dropped. */
export function monthEndsMs(month: string): number {
  return next(startOf(month)) + STATE_LIMITS.historyMs;
}

export function pointsOf(
  month: string,
  bytes: Buffer,
  fromMs: number,
  toMs: number,
): readonly HistoryPoint[] {
  const points: HistoryPoint[] = [];
  const startMs = startOf(month);
  for (let offset = 0; offset + POINT <= bytes.length; offset += POINT) {
    const hourMs = startMs + (offset / POINT) * HOUR_MS;
    const point = bytes.subarray(offset, offset + POINT);
    if (hourMs > fromMs - HOUR_MS && hourMs <= toMs && point.some((byte) => byte !== 0)) {
      points.push({ hourMs, point });
    }
  }
  return points;
}

/** @throws {StateError} too_large */
export function checkPoint(point: Buffer): void {
  if (point.length === POINT) return;
  throw new StateError('too_large', `The state store takes points of ${POINT} bytes, got ${point.length}.`);
}

function startOf(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

function next(startMs: number): number {
  const date = new Date(startMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
