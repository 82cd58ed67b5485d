/** Alerts of devices that do not call. */
import { AWAKE_MS } from '../polls.ts';
import { alertKind } from './kind.ts';
import { watchedMs } from './outages.ts';
import { lengthText, minuteText } from './words.ts';

export const LATE = alertKind({
  subject: 'device',
  numbers: {
    refreshes: {
      field: 'refreshes',
      kind: 'number',
      min: 1,
      max: 1_000,
      fallback: 3,
      about: 'the number of refreshes without a call',
    },
    at_least: {
      field: 'atLeastMs',
      kind: 'time',
      min: '0',
      max: '365d',
      fallback: '30m',
      about: 'the shortest silence that counts',
    },
  },
  fires:
    'a device that has not called for `refreshes` times the refresh that it was told last, and for `at_least`. One that sleeps as it was told is not late, nor is one that never called. A time in which no server ran does not count',
  ends: 'with its next call',
  judge({ refreshes, atLeastMs }, { record, nowMs, outages }) {
    const { lastSeenMs, toldRefreshSeconds } = record;
    if (toldRefreshSeconds === null) return 'clear';
    const patienceMs = Math.max(refreshes * toldRefreshSeconds * 1000, atLeastMs) + AWAKE_MS;
    const isLate = nowMs - lastSeenMs > patienceMs && watchedMs(lastSeenMs, nowMs, outages) > patienceMs;
    if (!isLate) return 'clear';
    return {
      sinceMs: lastSeenMs,
      facts: { last_seen: new Date(lastSeenMs).toISOString(), refresh: toldRefreshSeconds },
      text: (name) => {
        const told = lengthText(toldRefreshSeconds);
        return `${name} has not called since ${minuteText(lastSeenMs)} (it was told to call after ${told})`;
      },
    };
  },
  over: (name) => `${name} is not late any more`,
});
