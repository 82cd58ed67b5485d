/** `GET /api/image/{hash}.png`: the picture behind a signed URL. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ContentHash, parseContentHash } from '../../domain/content-hash.ts';
import { displaysByName } from '../../domain/device-display.ts';
import { deviceFacts } from '../../domain/device-facts.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { type Mapped, partyOf, resolveMapping, unseenDevice } from '../../domain/resolve-mapping.ts';
import { unpackSaid } from '../../domain/said-report.ts';
import type { FetchedPicture } from '../../engine/contents/picture-maker.ts';
import type { Asker } from '../../engine/contents/shared-contents.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { DeviceParty } from '../../platform/base/party-shares.ts';
import type { Result } from '../../platform/base/result.ts';
import { type DeviceRecord, newRecord } from '../register/device-record.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import { addressAnnouncedMs } from './signed-url.ts';

/** When a picture that is not the one that was told is made anew: what another server has noted is there by then. */
const NEWS_AFTER_MS = [30, 120];

/**
 * A picture that another server has told of a moment ago is drawn there, ahead of this call: it is there sooner than this
 * server would have drawn it a second time.
 */
const TOLD_LATELY_MS = 3_000;
const DRAWN_AFTER_MS = [15, 30, 60];

type ImageCall = Pick<CallContext, 'deadline' | 'log'>;

/** The picture of an image call. */
export interface ImageOutcome extends FetchedPicture {
  /** Another one than was asked for where that is gone and the device's data have changed since. */
  readonly hash: ContentHash;
}

/**
 * The picture of a hash. One that this server does not know, because it was restarted or another server told the device of
 * it, is made anew for the device that the address names: the same data give the same picture, others the newest.
 * @throws {AppError} invalid_signature, content_not_found, picture_delayed, render_failed
 */
export async function image(
  api: DeviceApi,
  name: string,
  query: URLSearchParams,
  call: ImageCall,
): Promise<ImageOutcome> {
  const { device, said } = api.signer.verify(name, query, api.nowMs());
  const hash = parseContentHash(name);
  if (hash === null) throw new AppError('content_not_found');
  const drawn = await fetchAnnounced(api, hash, device, call, addressAnnouncedMs(query));
  if (device !== null && drawn !== null) api.news.device(device, 'fetched');
  if (drawn !== null) return drawn;
  if (device === null) return remakeBusy(api, hash, call);
  const same =
    said === null ? null : await composeSaid(api, call, device, hash, said, addressAnnouncedMs(query));
  return same ?? composeAgain(api, call, device, hash);
}

/**
 * The picture of what the device said, as its address has it, and at the time of that call: so no other server has to be
 * asked. Null where that makes another picture, as where the screen shows what this server does not know of the device.
 */
async function composeSaid(
  api: DeviceApi,
  call: ImageCall,
  id: DeviceId,
  hash: ContentHash,
  bytes: Uint8Array,
  nowMs: number,
): Promise<ImageOutcome | null> {
  const said = unpackSaid(bytes);
  if (said === null) return null;
  const known = api.registry.get(id) ?? newRecord(id, nowMs);
  const record = { ...known, report: { ...known.report, ...said } };
  const composed = await composeOf(api, call, record, nowMs);
  if (composed?.content !== hash) return null;
  const fetched = await api.pictures.fetch(hash, { ...call, device: id, party: composed.party });
  return fetched === null ? null : outcome(hash, fetched);
}

/**
 * The picture that was told, of this server or of another one, be it drawn or not; null where nobody has it.
 * @param atMs  when it was told
 */
async function fetchAnnounced(
  api: DeviceApi,
  hash: ContentHash,
  id: DeviceId | null,
  call: ImageCall,
  atMs: number,
): Promise<ImageOutcome | null> {
  const party = id === null ? 'stranger' : partyOf(api.config(), deviceOf(api, id));
  const known = await api.pictures.fetch(hash, { ...call, device: null, party });
  if (known !== null) return outcome(hash, known);
  const waits = Math.abs(api.nowMs() - atMs) < TOLD_LATELY_MS ? DRAWN_AFTER_MS : [];
  for (const waitMs of [0, ...waits]) {
    if (waitMs > 0) await sleep(waitMs);
    const shared = await api.shared.get(hash);
    if (shared !== null) return { png: shared, hash, drawn: 'kept', stagesMs: {} };
  }
  const isFound = id !== null && (await api.sharedContents.find(hash, askerOf(api, id))) !== null;
  const drawn = isFound ? await api.pictures.fetch(hash, { ...call, device: id, party }) : null;
  return drawn === null ? null : outcome(hash, drawn);
}

function askerOf(api: DeviceApi, id: DeviceId): Asker {
  const config = api.config();
  const resolved = resolveMapping(config, deviceOf(api, id));
  return { config, mapping: resolved?.mapping ?? null, party: resolved?.party ?? 'stranger' };
}

function deviceOf(api: DeviceApi, id: DeviceId): Mapped {
  return api.registry.get(id) ?? unseenDevice(id);
}

/** An address that names no device is that of a picture that says "busy". */
async function remakeBusy(api: DeviceApi, hash: ContentHash, call: ImageCall): Promise<ImageOutcome> {
  const fetched = api.substitutes.remake(hash, displaysByName(api.config()))
    ? await api.pictures.fetch(hash, { ...call, device: null, party: 'stranger' })
    : null;
  if (fetched === null) throw new AppError('content_not_found');
  return outcome(hash, fetched);
}

/**
 * Make what a device shows now. It keeps what it was told, until its next display call. Where that is another picture, the
 * server that told of the first one may not have noted yet what the device said: so it is looked for again. A picture of
 * what the device said before would stay on the panel under the name of the right one.
 */
async function composeAgain(
  api: DeviceApi,
  call: ImageCall,
  id: DeviceId,
  hash: ContentHash,
): Promise<ImageOutcome> {
  for (const waitMs of [...NEWS_AFTER_MS, null]) {
    const learnt = api.keeper.refresh(id);
    await learnt;
    const { content, party } = await composeNow(api, call, id);
    if (content === hash || waitMs === null || learnt === true) {
      // Without a word of the call with which it was told, this may be made of what the device said before.
      if (content !== hash && api.registry.get(id)?.lastContent !== hash) throw delayed();
      const fetched = await api.pictures.fetch(content, { ...call, device: id, party });
      if (fetched === null) throw delayed();
      return outcome(content, fetched);
    }
    await sleep(waitMs);
    const drawn = await fetchAnnounced(api, hash, id, call, 0);
    if (drawn !== null) return drawn;
  }
  throw delayed();
}

/** A picture by its hash, and whose the device is. */
interface Composed {
  readonly content: ContentHash;
  readonly party: DeviceParty;
}

/** What a device shows now. */
async function composeNow(api: DeviceApi, call: ImageCall, id: DeviceId): Promise<Composed> {
  const record = api.registry.get(id) ?? newRecord(id, api.nowMs());
  // Without a word of the device or of the config about its panel, the picture could be of another size.
  const isKnown =
    api.registry.get(id) !== null || resolveMapping(api.config(), record)?.mapping.panel !== undefined;
  const composed = isKnown ? await composeOf(api, call, record, api.nowMs()) : null;
  if (composed === null) throw delayed();
  return composed;
}

async function composeOf(
  api: DeviceApi,
  call: ImageCall,
  record: DeviceRecord,
  nowMs: number,
): Promise<Composed | null> {
  const config = api.config();
  const resolved = resolveMapping(config, record);
  if (resolved === null) return null;
  const made = await api.decideContent({
    id: record.id,
    config,
    mapping: resolved.mapping,
    mapped: resolved.own,
    party: resolved.party,
    device: deviceFacts(record, record.report, resolved),
    hasPrevious: false,
    lastContent: null,
    failing: record.failing,
    nowMs,
    ...call,
  });
  return made.kind === 'content' ? { content: made.content.hash, party: resolved.party } : null;
}

function outcome(hash: ContentHash, picture: Result<FetchedPicture>): ImageOutcome {
  if (picture.ok) return { ...picture.value, hash };
  throw picture.error.code === 'overloaded' ? delayed() : new AppError('render_failed');
}

/**
 * The picture took longer than the device waits. Firmware leaves the panel as it is and comes again after 15 s. Any
 * picture in its place would be kept by the device under the name of the right one.
 */
function delayed(): AppError {
  return new AppError('picture_delayed');
}
