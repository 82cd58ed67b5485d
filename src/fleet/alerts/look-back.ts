/**
 * What the history of devices tells: days until a battery is empty, and the median signal. A history is read seldom, and
 * few of them after each look at the fleet, so a large fleet takes hours.
 */
import { setImmediate } from 'node:timers/promises';
import type { Look } from '../../domain/alert-kinds/kind.ts';
import { type AlertRule, askedHistory } from '../../domain/alert-kinds/kinds.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import { batteryPercent } from '../../domain/battery.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import type { HourPoint } from '../../domain/hour-point.ts';
import type { DeviceHistory, DeviceHour } from '../register/device-history.ts';
import type { DeviceRecord } from '../register/device-record.ts';

/** The middle of some numbers, of an even count the mean of both; null for none. */
function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** An hour of a device. */
export interface OutlookHour extends Pick<HourPoint, 'batteryVoltage' | 'percentCharged'> {
  readonly hourMs: number;
}

const DAY_MS = 86_400_000;
/** A day that is so much higher than the one before was charged, or got another battery. Readings are right to ten per cent. */
const CHARGED_PERCENT = 12;
/** Days of readings without a charge that are needed: before, the noise of the readings is larger than what they lose. */
const LEAST_DAYS = 3;
/** Per cent a day: less is noise, and would be months. */
const LEAST_SLOPE = 0.2;
const MOST_DAYS = 365;

interface Day {
  readonly day: number;
  readonly percent: number;
}

/**
 * The days that a battery will last, a whole number. Null where it is not known: too few days since it was charged, no
 * readings, or nothing that goes down. The slope is the median of those between all pairs of days (Theil and Sen), and a
 * day is the median of its hours, so single wrong readings do not count.
 */
export function daysLeft(hours: readonly OutlookHour[]): number | null {
  const days = sinceCharged(daysOf(hours));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || last.day - first.day < LEAST_DAYS) return null;
  const slopes = days.flatMap((from, index) =>
    days.slice(index + 1).map((to) => (to.percent - from.percent) / (to.day - from.day)),
  );
  const slope = medianOf(slopes);
  if (slope === null || slope > -LEAST_SLOPE) return null;
  // Where the line through the middle of all days is today.
  const start = medianOf(days.map(({ day, percent }) => percent - slope * day)) ?? last.percent;
  const now = Math.max(0, start + slope * last.day);
  return Math.min(Math.round(now / -slope), MOST_DAYS);
}

/** The median of each day, the oldest first; days are counted back from the last hour. */
function daysOf(hours: readonly OutlookHour[]): readonly Day[] {
  const endMs = hours.at(-1)?.hourMs ?? 0;
  const byDay = new Map<number, number[]>();
  for (const hour of hours) {
    const percent = batteryPercent(hour);
    if (percent === null) continue;
    const day = -Math.floor((endMs - hour.hourMs) / DAY_MS);
    const readings = byDay.get(day);
    if (readings === undefined) byDay.set(day, [percent]);
    else readings.push(percent);
  }
  return [...byDay]
    .map(([day, readings]) => ({ day, percent: medianOf(readings) ?? 0 }))
    .sort((a, b) => a.day - b.day);
}

/** The days after the last charge. */
function sinceCharged(days: readonly Day[]): readonly Day[] {
  const charged = days.findLastIndex(
    ({ percent }, index) => percent - (days[index - 1]?.percent ?? percent) >= CHARGED_PERCENT,
  );
  // The day itself is partly before the charge.
  return charged === -1 ? days : days.slice(charged + 1);
}

interface KnownLook extends Look {
  /** When its device was first seen: another one at the same address, after that was forgotten, has another history. */
  readonly firstSeenMs: number;
}

const OUTLOOK_MS = 30 * 86_400_000;
/** After this many reading ages a look is forgotten: reading the histories of a large fleet takes hours. */
const FORGET_AFTER = 4;
/** A device that calls seldom has few points within the time of a rule: then the last ones count. */
const LEAST_POINTS = 3;
/** Below this, a battery may be empty before the day is over on which its history is read again. */
const DOUBTFUL_PERCENT = 40;
/** Signals this much stronger than a rule asks for may have a weak median. */
const DOUBTFUL_DBM = 6;

export class LookBack {
  readonly #history: Pick<DeviceHistory, 'list'>;
  /** In the order of their times. */
  readonly #looks = new Map<DeviceId, KnownLook>();
  #rules: readonly AlertRule[] = [];
  #asksDays = false;
  /** The weakest signal that nobody asks about. */
  #signalBelow = Number.NEGATIVE_INFINITY;
  #windows: readonly number[] = [];
  #doubtful: DeviceRecord[] = [];
  #others: DeviceRecord[] = [];

  constructor(history: Pick<DeviceHistory, 'list'>) {
    this.#history = history;
  }

  /** Begin a look at the fleet with these rules. */
  begin(rules: readonly AlertRule[], nowMs: number): void {
    this.#dropOld(nowMs);
    this.#doubtful = [];
    this.#others = [];
    if (rules === this.#rules) return;
    this.#rules = rules;
    const asked = rules.map(askedHistory);
    const signals = asked.flatMap(({ signal }) => signal ?? []);
    this.#asksDays = asked.some(({ daysLeft }) => daysLeft);
    this.#signalBelow = Math.max(...signals.map(({ below }) => below + DOUBTFUL_DBM));
    const windows = [...new Set(signals.map(({ forMs }) => forMs))];
    if (windows.join() !== this.#windows.join()) this.#looks.clear();
    this.#windows = windows;
  }

  /** What is known of a device; null for nothing. Its history is read after the look, if it is due. */
  of(record: DeviceRecord, nowMs: number): Look | null {
    const known = this.#looks.get(record.id);
    const look = known?.firstSeenMs === record.firstSeenMs ? known : null;
    const percent = this.#asksDays ? batteryPercent(record.report) : null;
    const { rssi } = record.report;
    const isWeak = rssi !== null && rssi < this.#signalBelow;
    if (percent === null && !isWeak) return look;
    const isDoubtful = isWeak || (percent !== null && percent < DOUBTFUL_PERCENT);
    const age = isDoubtful ? ALERT_LIMITS.doubtfulAgeMs : ALERT_LIMITS.historyAgeMs;
    if (look !== null && nowMs - look.atMs < age) return look;
    const due = isDoubtful ? this.#doubtful : this.#others;
    if (due.length < ALERT_LIMITS.historiesPerLook) due.push(record);
    return look;
  }

  /** Read what is due. */
  async read(nowMs: number, signal: AbortSignal): Promise<void> {
    const due = [...this.#doubtful, ...this.#others].slice(0, ALERT_LIMITS.historiesPerLook);
    for (const record of due) {
      if (signal.aborted) return;
      const hours = await this.#history.list(record, nowMs - OUTLOOK_MS, nowMs);
      // The store is away: it is asked again after the next look.
      if (hours === null) return;
      this.#looks.delete(record.id);
      this.#looks.set(record.id, { ...this.#tell(hours, nowMs), firstSeenMs: record.firstSeenMs });
      await setImmediate();
    }
  }

  /** Forgets the looks at devices that are gone, or of which nothing is asked any more. */
  #dropOld(nowMs: number): void {
    for (const [id, { atMs }] of this.#looks) {
      if (nowMs - atMs <= FORGET_AFTER * ALERT_LIMITS.historyAgeMs) return;
      this.#looks.delete(id);
    }
  }

  #tell(hours: readonly DeviceHour[], nowMs: number): Look {
    const signals = new Map(this.#windows.map((forMs) => [forMs, medianSignal(hours, nowMs - forMs, nowMs)]));
    return { atMs: nowMs, daysLeft: this.#asksDays ? daysLeft(hours) : null, signals };
  }
}

function medianSignal(hours: readonly DeviceHour[], fromMs: number, nowMs: number): number | null {
  const points = hours.flatMap(({ hourMs, rssi }) =>
    rssi === null || hourMs < nowMs - ALERT_LIMITS.signalMs ? [] : [{ hourMs, rssi }],
  );
  const within = points.filter(({ hourMs }) => hourMs >= fromMs);
  const counted = within.length < LEAST_POINTS ? points.slice(-LEAST_POINTS) : within;
  if (counted.length < LEAST_POINTS) return null;
  const median = medianOf(counted.map(({ rssi }) => rssi));
  return median === null ? null : Math.round(median);
}
