/** Alerts in words: one line each, without what could draw on a terminal or break a line. */
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { AlertKind } from '../../domain/alert-rule.ts';
import { oneLine } from '../../platform/base/one-line.ts';
import type { AlertSubject, FoundAlert } from './alert.ts';

/** A text of somebody else in one line, shortened. */
export function harmless(text: string, maxCharacters: number): string {
  return oneLine(text, maxCharacters);
}

/** The name of a subject as people read it. */
export function shownName(name: string): string {
  return harmless(name, ALERT_LIMITS.nameCharacters);
}

/** A moment in the zone of the server, such as `2026-02-21 09:14`. */
export function minuteText(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const UNITS: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
];

/** A length of time in its largest whole unit, such as `15 minutes`. */
export function lengthText(seconds: number): string {
  for (const [unit, one, many] of UNITS) {
    const count = Math.round(seconds / unit);
    // Up to 99 of a unit are more exact than one or two of the next.
    if (seconds % unit === 0 ? count >= 1 : count >= 3 || unit === 1)
      return `${count} ${count === 1 ? one : many}`;
  }
  return '0 seconds';
}

export function lateText(name: string, lastSeenMs: number, refreshSeconds: number): string {
  const told = lengthText(refreshSeconds);
  return `${name} has not called since ${minuteText(lastSeenMs)} (it was told to call after ${told})`;
}

export function batteryText(name: string, percent: number | null, daysLeft: number | null): string {
  const parts = [
    ...(percent === null ? [] : [`battery at ${percent} %`]),
    ...(daysLeft === null ? [] : [`about ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left`]),
  ];
  return `${name}: ${parts.join(', ')}`;
}

export function failingText(screen: string, devices: number, sinceMs: number, reason: string): string {
  const on = devices === 1 ? '1 device' : `${devices} devices`;
  return `Screen ${screen} fails on ${on} since ${minuteText(sinceMs)}: ${reason}`;
}

export function offlineText(handle: string, sinceMs: number, reason: string): string {
  return `Screen repo ${handle} is not up to date since ${minuteText(sinceMs)}: ${reason}`;
}

export function weakText(name: string, dbm: number, forMs: number): string {
  return `${name}: weak Wi-Fi, ${dbm} dBm in the median of ${lengthText(forMs / 1000)}`;
}

const OVER: Readonly<Record<AlertKind, (subject: AlertSubject) => string>> = {
  late: ({ name }) => `${name} is not late any more`,
  battery: ({ name }) => `${name}: the battery is not low any more`,
  failing: ({ name }) => `Screen ${name} does not fail any more`,
  repo_offline: ({ name }) => `Screen repo ${name} is up to date again`,
  weak_wifi: ({ name }) => `${name}: the Wi-Fi is not weak any more`,
};

/** What is said of an alert that is over. */
export function resolvedText({ when, subject }: Pick<FoundAlert, 'when' | 'subject'>): string {
  return OVER[when](subject);
}
