/**
 * What became of each device hour by hour, for a year. The hour that runs is counted in the device's record, which all
 * servers share; it goes to the state store when the next one begins.
 */
import {
  countMissed,
  countPoll,
  HOUR_MS,
  type HourPoint,
  type HourTally,
  hourPoint,
  packHourPoint,
  unpackHourPoint,
} from '../../domain/hour-point.ts';
import { missedPolls } from '../../domain/polls.ts';
import type { HistoryState } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import type { DeviceRecord } from './device-record.ts';

/** An hour of a device. */
export interface DeviceHour extends HourPoint {
  /** In ms since 1970. */
  readonly hourMs: number;
}

export class DeviceHistory {
  readonly #history: HistoryState;

  constructor(history: HistoryState) {
    this.#history = history;
  }

  /**
   * Count the polls that did not come before a call of now, be it a poll or not. Before the record takes that call.
   * @returns how many
   */
  endSilence(record: DeviceRecord, nowMs: number): number {
    const missed = missedPolls(record.toldRefreshSeconds, nowMs - record.lastSeenMs);
    if (missed > 0) this.#count(record, countMissed(record.hour, nowMs, missed));
    return missed;
  }

  /** Count a poll, before the record takes what it says. */
  poll(record: DeviceRecord, nowMs: number): void {
    this.#count(record, countPoll(record.hour, nowMs));
  }

  #count(record: DeviceRecord, tally: HourTally): void {
    const { hour } = record;
    record.hour = tally;
    if (hour === null || hour.hourMs === tally.hourMs) return;
    const point = packHourPoint(hourPoint(hour, record.report));
    // A store that is away costs this hour its point.
    this.#history.put(record.id, hour.hourMs, point).catch(requireStateError);
  }

  /**
   * The hours of a device from one time to another, the oldest first; those without a poll are left out.
   * @returns null when the store cannot be asked
   */
  async list(record: DeviceRecord, fromMs: number, toMs: number): Promise<readonly DeviceHour[] | null> {
    const { hour, report } = record;
    try {
      const points = await this.#history.list(record.id, fromMs, toMs);
      const hours = points.flatMap(({ hourMs, point }) => {
        const unpacked = unpackHourPoint(point);
        return unpacked === null || hourMs === hour?.hourMs ? [] : [{ hourMs, ...unpacked }];
      });
      const isAsked = hour !== null && hour.hourMs > fromMs - HOUR_MS && hour.hourMs <= toMs;
      return isAsked ? [...hours, { hourMs: hour.hourMs, ...hourPoint(hour, report) }] : hours;
    } catch (error) {
      requireStateError(error);
      return null;
    }
  }
}
