/** `GET /frame/{key}.png`: the picture of a screen, for whatever can fetch an address and shows what it gets. */

import type { ContentHash } from '../../domain/content-hash.ts';
import { deviceFacts } from '../../domain/device-facts.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import type { FoundFrame } from '../../domain/frame.ts';
import { FRAME_LIMITS } from '../../domain/frame-limits.ts';
import { DEFAULT_KEY, hasScreen } from '../../domain/mapping.ts';
import { REFRESH_AFTER_FAILURE } from '../../domain/refresh.ts';
import { NO_REPORT } from '../../domain/report.ts';
import { resolveEntry, unseenDevice } from '../../domain/resolve-mapping.ts';
import type { ContentRequest } from '../../engine/contents/content-maker.ts';
import type { FetchedPicture } from '../../engine/contents/picture-maker.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { cappedAt } from '../../platform/base/deadline.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { StageTimes } from '../../platform/base/stages.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import { changeOf, type FrameRecord } from '../register/frame-records.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import { busySeconds } from './display.ts';
import { admitFrame } from './frame-access.ts';

/** What a client of a frame asks for. */
export interface FrameRequest {
  readonly key: string;
  /** Null where there is none. */
  readonly token: string | null;
  /** The pictures that the client has, the first first. */
  readonly known: readonly ContentHash[];
  /** The time of the picture that a client has which names none, in seconds since 1970; null for none. */
  readonly knownSeconds: number | null;
}

/** What a client of a frame gets. */
export interface FrameOutcome {
  readonly hash: ContentHash;
  /** Null where the client has it. */
  readonly picture: Pick<FetchedPicture, 'png' | 'drawn'> | null;
  readonly refreshSeconds: number;
  /** False for an error screen in the place of the picture that the hash names. */
  readonly isNamed: boolean;
  /** Since when it is this picture, in seconds since 1970; null where that is not known. */
  readonly changedSeconds: number | null;
  readonly stagesMs: StageTimes;
}

/**
 * The picture of a frame. Nothing of it is noted with the device whose entry the frame may show.
 * @throws {AppError} invalid_frame_token, too_many_attempts, overloaded, render_failed
 */
export async function frame(
  api: DeviceApi,
  call: CallContext,
  { key, token, known, knownSeconds }: FrameRequest,
): Promise<FrameOutcome> {
  const found = admitFrame(api, call, key, token);
  const until = cappedAt(call.deadline, FRAME_LIMITS.waitMs);
  const leave = await api.frameLines.enter(found.id, { party: 'entry', sharers: [], until });
  if (typeof leave === 'string') {
    return { ...substitute(api, api.frames.fetched(found.id, api.nowMs()), known), stagesMs: {} };
  }
  try {
    return await make(api, call, found, { known, knownSeconds });
  } finally {
    leave();
  }
}

async function make(
  api: DeviceApi,
  call: CallContext,
  found: FoundFrame,
  { known, knownSeconds }: Pick<FrameRequest, 'known' | 'knownSeconds'>,
): Promise<FrameOutcome> {
  const shown = await shownOn(api, call, found);
  const record = api.frames.fetched(found.id, api.nowMs());
  const { lastGood } = record;
  const made = await api.decideContent({
    id: found.id,
    config: call.config,
    ...shown,
    // A script may not leave an error screen in place, nor what cannot be sent any more.
    hasPrevious: lastGood !== null && lastGood === record.lastContent && api.store.has(lastGood),
    // The client will not fetch what it has.
    lastContent: known[0] ?? null,
    failing: record.failing,
    nowMs: api.nowMs(),
    deadline: call.deadline,
    log: call.log,
  });
  const { stagesMs } = made;
  if (made.kind === 'overloaded') return { ...substitute(api, record, known), stagesMs };
  if (made.kind === 'content') {
    record.lastContent = made.content.hash;
    // A picture that was pushed says nothing of the screen.
    if (!made.isPushed) record.failing = made.failing;
    if (!made.isPushed && made.failing === null) record.lastGood = made.content.hash;
  }
  const hash = made.kind === 'content' ? made.content.hash : lastGood;
  // There is one: `kept` comes only where `hasPrevious` was true.
  if (hash === null) throw new AppError('internal');
  const { refreshSeconds } = made;
  const changedSeconds = changeOf(record, hash, api.nowMs());
  if (known.includes(hash) || (knownSeconds !== null && knownSeconds >= changedSeconds)) {
    return { hash, picture: null, refreshSeconds, isNamed: true, changedSeconds, stagesMs };
  }
  return { ...(await draw(api, call, record, hash, refreshSeconds)), stagesMs };
}

async function draw(
  api: DeviceApi,
  { deadline, log }: CallContext,
  record: FrameRecord,
  hash: ContentHash,
  refreshSeconds: number,
): Promise<Omit<FrameOutcome, 'stagesMs'>> {
  const fetched = await api.pictures.fetch(hash, { deadline, log, device: null, party: 'entry' });
  if (fetched !== null && !fetched.ok && fetched.error.code !== 'overloaded') {
    throw new AppError('render_failed');
  }
  if (fetched === null || !fetched.ok) return substitute(api, record, []);
  const isNamed = api.store.failure(hash, monotonicMs()) === null;
  if (!isNamed && record.lastGood === hash) record.lastGood = null;
  return {
    hash,
    picture: fetched.value,
    refreshSeconds: isNamed ? refreshSeconds : REFRESH_AFTER_FAILURE,
    isNamed,
    changedSeconds: isNamed ? changeOf(record, hash, api.nowMs()) : null,
  };
}

/**
 * While there is no room: the last picture of the frame, to be asked for again soon.
 * @throws {AppError} overloaded, where that is not kept
 */
function substitute(
  { store }: DeviceApi,
  { lastContent, lastGood }: FrameRecord,
  known: readonly ContentHash[],
): Omit<FrameOutcome, 'stagesMs'> {
  const refreshSeconds = busySeconds();
  for (const hash of [lastContent, lastGood]) {
    const png = hash === null ? null : store.picture(hash);
    if (hash === null || png === null) continue;
    const picture = known.includes(hash) ? null : ({ png, drawn: 'kept' } as const);
    return { hash, picture, refreshSeconds, isNamed: true, changedSeconds: null };
  }
  throw new AppError('overloaded', { headers: { 'Retry-After': String(refreshSeconds) } });
}

/**
 * What a frame shows, and what its screen is told: of a device what it has said itself, of a frame what its entry says.
 * @throws {AppError} no_screen, for the entry of a device that names none where nobody else does
 */
async function shownOn(
  api: DeviceApi,
  { config }: CallContext,
  { entry, size, deviceKey }: FoundFrame,
): Promise<Pick<ContentRequest, 'mapping' | 'mapped' | 'party' | 'device'>> {
  const record = deviceKey === null ? null : await recordOf(api, deviceKey);
  const isOfDevice = deviceKey !== null && deviceKey !== DEFAULT_KEY;
  const resolved = isOfDevice
    ? resolveEntry(config, record ?? unseenDevice(deviceKey), entry)
    : hasScreen(entry) && ({ mapping: entry, own: deviceKey === null, party: 'entry' } as const);
  if (!resolved) throw new AppError('no_screen');
  const identity = record ?? { id: null, friendlyId: null, registrationCode: null };
  const report = record?.report ?? NO_REPORT;
  const device = deviceFacts(identity, size === null ? report : { ...report, size }, resolved);
  // Whoever fetches it has a token of the config.
  return { mapping: resolved.mapping, mapped: resolved.own, party: 'entry', device };
}

async function recordOf({ registry, keeper }: DeviceApi, deviceKey: string): Promise<DeviceRecord | null> {
  if (deviceKey === DEFAULT_KEY) return null;
  const known = parseDeviceId(deviceKey) ?? registry.byRegistrationCode(deviceKey)?.id;
  const id = known ?? (keeper.whole() === null ? null : await keeper.findByCode(deviceKey));
  if (id === null) return null;
  // Another server may have heard of it; where that cannot be told, what is known here will do.
  await keeper.refresh(id);
  return registry.get(id);
}
