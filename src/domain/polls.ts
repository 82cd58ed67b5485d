/** Whether devices call when they were told to. */

/**
 * Time that a device is awake between two calls, beside its sleep: it fetches and draws the picture, which takes up to
 * half a minute on a colour panel, and joins its network again.
 */
export const AWAKE_MS = 60_000;
/** Clocks of sleeping devices are off by a few percent, and one missed call may be a matter of its network: two are not. */
export const LATE_REFRESHES = 2;
const MISSING_REFRESHES = 3;
/** A device with a short refresh is not missed before a person would notice. */
const MISSING_MIN_MS = 900_000;
/** Polls that one silence counts for: a device that was away for a month has not missed a month of pictures. */
const MOST_MISSED = 100;

/** `new`: it was not told any refresh yet. */
export const POLL_STATES = ['new', 'on_time', 'late', 'missing'] as const;
export type PollState = (typeof POLL_STATES)[number];

/**
 * The state of a device.
 * @param toldRefreshSeconds the refresh that it was told last
 * @param silentMs           time since its last call
 */
export function pollState(toldRefreshSeconds: number | null, silentMs: number): PollState {
  if (toldRefreshSeconds === null) return 'new';
  const asleepMs = silentMs - AWAKE_MS;
  const refreshMs = toldRefreshSeconds * 1000;
  if (asleepMs > Math.max(refreshMs * MISSING_REFRESHES, MISSING_MIN_MS)) return 'missing';
  return asleepMs > refreshMs * LATE_REFRESHES ? 'late' : 'on_time';
}

/**
 * When a device that does not call becomes late, in ms since 1970: it sleeps until then. Null before it was told a refresh.
 * @param lastSeenMs time of its last call
 */
export function lateFromMs(toldRefreshSeconds: number | null, lastSeenMs: number): number | null {
  if (toldRefreshSeconds === null) return null;
  return lastSeenMs + AWAKE_MS + toldRefreshSeconds * 1000 * LATE_REFRESHES;
}

/**
 * How often a device that calls now should have called before.
 * @param silentMs time since its last call
 */
export function missedPolls(toldRefreshSeconds: number | null, silentMs: number): number {
  if (toldRefreshSeconds === null) return 0;
  const refreshes = (silentMs - AWAKE_MS) / (toldRefreshSeconds * 1000);
  return Math.min(Math.max(Math.round(refreshes) - 1, 0), MOST_MISSED);
}
