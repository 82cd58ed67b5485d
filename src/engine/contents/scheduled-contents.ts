/** What a device or frame with a schedule may show now, and when it is to ask again. */
import type { ContentHash } from '../../domain/content-hash.ts';
import type { ViewerId } from '../../domain/frame.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { batteryRule } from '../../domain/schedule/battery.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import { SCHEDULE_LIMITS } from '../../domain/schedule/schedule-limits.ts';
import { type Candidates, candidatesOf } from '../../domain/schedule/scheduled-mapping.ts';
import { Timetable } from '../../domain/schedule/timetable.ts';
import { wakeSeconds, wakeUnlessAsleep } from '../../domain/schedule/wake.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { zoneOf } from '../../platform/time/zone.ts';
import type { ContentRequest } from './content-maker.ts';
import type { DeviceAnswer, DeviceRequest } from './device-contents.ts';

/** What a viewer was shown last. */
interface Shown {
  readonly hash: ContentHash;
  readonly mapping: Mapping;
}

/** Timetables keep what they know of the present, so there is one for each schedule. */
const timetables = new WeakMap<Schedule, Timetable>();

/** The timetable of a schedule. */
export function timetableOf(schedule: Schedule): Timetable {
  let timetable = timetables.get(schedule);
  if (timetable === undefined) {
    timetable = new Timetable(schedule, zoneOf(schedule.zone ?? undefined));
    timetables.set(schedule, timetable);
  }
  return timetable;
}

/** What an entry shows at a time: for requests of contents. An entry without a schedule stays as it is. */
export function scheduledAt(entry: Mapping, nowMs: number): Pick<ContentRequest, 'mapping' | 'alternatives'> {
  const { schedule } = entry;
  if (schedule === undefined) return { mapping: entry };
  const showing = timetableOf(schedule).showingAt(nowMs / 1000);
  return requested(candidatesOf(entry, schedule, showing));
}

/** The screen that an entry shows now: of one without a schedule its own. Quick for many entries, as long as `nowMs` is the present. */
export function screenNow(entry: Mapping, nowMs: number): string {
  const { schedule } = entry;
  if (schedule === undefined) return entry.screen;
  return candidatesOf(entry, schedule, timetableOf(schedule).at(nowMs / 1000).showing)[0].mapping.screen;
}

function requested([first, ...others]: Candidates): Pick<ContentRequest, 'mapping' | 'alternatives'> {
  return { mapping: first.mapping, alternatives: others.map(({ mapping }) => mapping) };
}

/** A request of an entry with a schedule, and what was chosen for it. */
interface ScheduledRequest {
  readonly request: DeviceRequest;
  readonly schedule: Schedule;
  readonly timetable: Timetable;
  readonly candidates: Candidates;
}

export class ScheduledContents {
  /** What viewers with schedules show: a script may leave its own picture in place, not that of another screen. */
  readonly #shown = recentlyUsed<ViewerId, Shown>(SCHEDULE_LIMITS.viewers);

  /** Choose what an entry may show now; null for one without a schedule. */
  choose(request: DeviceRequest): ScheduledRequest | null {
    const { schedule } = request.mapping;
    if (schedule === undefined) return null;
    const { id, nowMs, lastContent } = request;
    const timetable = timetableOf(schedule);
    const candidates = candidatesOf(request.mapping, schedule, timetable.at(nowMs / 1000).showing);
    const before = this.#shown.get(id);
    const previousOf = before !== undefined && before.hash === lastContent ? before.mapping : null;
    return {
      request: { ...request, ...requested(candidates), previousOf },
      schedule,
      timetable,
      candidates,
    };
  }

  /** An answer with the time at which the schedule wants the device back. */
  wake({ request, schedule, timetable, candidates }: ScheduledRequest, made: DeviceAnswer): DeviceAnswer {
    if (made.kind === 'overloaded') return made;
    const { id, nowMs } = request;
    const mapping = made.shown ?? candidates[0].mapping;
    if (made.kind === 'content' && (made.failing !== null || made.isPushed)) {
      return { ...made, refreshSeconds: wakeUnlessAsleep(timetable, made.refreshSeconds, nowMs) };
    }
    if (made.kind === 'content') this.#shown.set(id, { hash: made.content.hash, mapping });
    const longestSeconds = candidates.find((one) => one.mapping === mapping)?.longestSeconds ?? null;
    const battery = batteryRule(schedule, request.device);
    const { refreshSeconds } = made;
    return {
      ...made,
      refreshSeconds: wakeSeconds(timetable, { refreshSeconds, longestSeconds, battery, nowMs }),
    };
  }
}
