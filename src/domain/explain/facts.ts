/** What is known of a device when it is explained. Plain facts: the rules ask nobody. */
import type { EventKind } from '../event-kinds.ts';
import type { FailureRun } from '../failure-run.ts';
import type { Size } from '../panel.ts';
import { AWAKE_MS } from '../polls.ts';
import type { DeviceReport } from '../report.ts';
import type { PollStep } from '../trail/entries.ts';
import type { JoinedStep } from '../trail/join.ts';

/** An event in the identity of the device; the same one repeated is one. */
export interface IdentityFact {
  readonly kind: EventKind;
  readonly detail: string | null;
  /** Null where several share it. */
  readonly address: string | null;
  /** Whether it came from the network of the device's last good call; null where there is nothing to compare. */
  readonly isUsual: boolean | null;
  /** The request id of the last time; null where it is not known. */
  readonly requestId: string | null;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The readings of an hour. */
export interface HourFact {
  readonly hourMs: number;
  readonly batteryVoltage: number | null;
  readonly percentCharged: number | null;
}

export interface ExplainFacts {
  readonly nowMs: number;
  /** Its key in the config, else its address. */
  readonly key: string;
  /** Whether the config has an entry for it. */
  readonly isAssigned: boolean;
  /** The screen that it is to show; null where there is none. */
  readonly screen: string | null;
  /** Why nobody gives it a screen; null where somebody does, or may when it calls. */
  readonly noScreen: string | null;
  /** What its schedule says of now; null where it says nothing. */
  readonly scheduled: ScheduledFacts | null;
  /** What is wrong with its params, as its screen takes them. */
  readonly problems: readonly string[];
  /** The repo of its screen, where the last fetch of that failed. */
  readonly repo: RepoFacts | null;
  /** Since when calls are remembered: the start of the server without a state store; null where they are kept. */
  readonly rememberedFromMs: number | null;
  /** A device without an entry, whose address is that of this one but for one place. */
  readonly neighbour: string | null;
  /** What is kept from it while nobody has adopted it; null for a device that gets all. */
  readonly waiting: WaitingFacts | null;
  /** The size of the panel that the config or the catalogue gives it; null for none. */
  readonly panel: PanelFacts | null;
  /** Null for a device that never called. */
  readonly record: RecordFacts | null;
  /** The oldest first. */
  readonly steps: readonly JoinedStep[];
  readonly identity: readonly IdentityFact[];
  /** The hours of the last days, the oldest first. */
  readonly hours: readonly HourFact[];
  /** True where the servers of the store sign the addresses of pictures with different secrets. */
  readonly secretsDiffer: boolean;
  /** The firmware that devices of its model run by now, where its own is older; null else. */
  readonly newerFirmware: string | null;
  /** True where devices without an entry get no key. */
  readonly isClosed: boolean;
  /** Its last log entry that tells of an error, as one line; null where there is none. */
  readonly logError: string | null;
}

/** Times in ms since 1970; null where that is not so. */
export interface ScheduledFacts {
  readonly pinnedUntilMs: number | null;
  readonly asleepUntilMs: number | null;
  /** The screen that is to be shown. */
  readonly screen: string;
  /** The screen that was to be shown at its last poll; null before that, and where its entry was changed since. */
  readonly screenAtPoll: string | null;
}

/** The panel that a device was given. */
export interface PanelFacts {
  readonly name: string;
  readonly size: Size;
  /** Names of panels that have the size which it says, the one that it is recognised by first. */
  readonly fitting: readonly string[];
}

export interface RepoFacts {
  readonly handle: string;
  readonly error: string;
  /** A time in RFC 3339. */
  readonly lastFetched: string | null;
}

export interface WaitingFacts {
  /** Names of the groups that select adopted devices only. */
  readonly groups: readonly string[];
  /** True where its screen needs a secret that it does not get. */
  readonly needsSecret: boolean;
}

export interface RecordFacts {
  readonly report: DeviceReport;
  readonly lastSeenMs: number;
  readonly toldRefreshSeconds: number | null;
  readonly failing: FailureRun | null;
  readonly isReset: boolean;
}

/** The polls of a device, the oldest first. */
export function pollsOf({ steps }: ExplainFacts): readonly PollStep[] {
  return steps.filter((step) => step.kind === 'poll');
}

/** The last poll; undefined before the first. */
export function lastPoll(facts: ExplainFacts): PollStep | undefined {
  return pollsOf(facts).at(-1);
}

/** When the last accepted call for a display came, in ms since 1970; null before the first. */
export function lastPollMs(facts: ExplainFacts): number | null {
  return lastPoll(facts)?.lastMs ?? null;
}

/** When the next poll is expected; null where that is not known. */
export function nextPollMs(facts: ExplainFacts): number | null {
  const poll = lastPoll(facts);
  if (poll !== undefined) return poll.lastMs + poll.refreshSeconds * 1000;
  const { record } = facts;
  if (record === null || record.toldRefreshSeconds === null) return null;
  return record.lastSeenMs + record.toldRefreshSeconds * 1000;
}

/** When a call of the device was accepted last, in ms since 1970; null before the first. */
export function lastGoodMs(facts: ExplainFacts): number | null {
  const { record } = facts;
  return record === null ? lastPollMs(facts) : Math.max(lastPollMs(facts) ?? 0, record.lastSeenMs);
}

/** Whether the device calls as it should: its last call was accepted, and the next one is not overdue. */
export function isExpectedStill(facts: ExplainFacts): boolean {
  const { record, nowMs } = facts;
  if (record === null) return false;
  const { lastSeenMs, toldRefreshSeconds } = record;
  const dueMs = Math.max(nextPollMs(facts) ?? 0, lastSeenMs + (toldRefreshSeconds ?? 0) * 1000);
  return nowMs <= dueMs + AWAKE_MS;
}

/** The poll that told of the last picture, if no image call has brought it; null where there is none. */
export function unfetched(facts: ExplainFacts): PollStep | null {
  const polls = pollsOfPicture(facts);
  return polls.some(isFetched) ? null : (polls.find(({ decision }) => decision === 'new') ?? null);
}

/** The polls that told of the picture of the last one, and of no other since. */
export function pollsOfPicture(facts: ExplainFacts): readonly PollStep[] {
  const polls = pollsOf(facts);
  const picture = polls.at(-1)?.picture ?? null;
  const before = polls.findLastIndex((poll) => poll.picture !== picture);
  return polls.slice(before + 1);
}

/** Whether an image call brought the picture, or found that the device has it. */
export function isFetched({ images }: PollStep): boolean {
  return images.some(({ status }) => status === 200 || status === 304);
}
