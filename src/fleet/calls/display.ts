/** `GET /api/display`: decides what a device shows next, and tells it where to fetch the picture. */

import { historyName, tellName } from '../../domain/announced-names.ts';
import type { ContentHash } from '../../domain/content-hash.ts';
import { type DeviceDisplay, displayFields, settleDisplay } from '../../domain/device-display.ts';
import { deviceFacts } from '../../domain/device-facts.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { type FailureRun, lastFailureOf } from '../../domain/failure-run.ts';
import { type DeviceReport, NO_REPORT } from '../../domain/report.ts';
import { resolveMapping } from '../../domain/resolve-mapping.ts';
import { packSaid } from '../../domain/said-report.ts';
import type { PollStep } from '../../domain/trail/entries.ts';
import type { DeviceContent } from '../../engine/contents/device-contents.ts';
import { AppError } from '../../platform/base/errors.ts';
import { isKnownParty } from '../../platform/base/party-shares.ts';
import type { StageTimes } from '../../platform/base/stages.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import { identify, noteReport } from './authentication.ts';
import type { Credential } from './credential.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import { answer, type DisplayAnswer, type Named, settingsFor, spare } from './display-answer.ts';
import { saidRoom } from './signed-url.ts';

/** The answer, and whether it is a substitute because the server is overloaded. */
export interface DisplayOutcome {
  readonly answer: DisplayAnswer;
  readonly overloaded: boolean;
  /** What the device was answered; null for a caller that was not examined. */
  readonly announced: Announcement | null;
  /** What the screen's run took; empty where it did not run. */
  readonly stagesMs: StageTimes;
}

/** What an answer tells a device. */
export interface Announcement extends Pick<PollStep, 'decision' | 'code' | 'screen'> {
  readonly id: DeviceId;
  readonly isAssigned: boolean;
  readonly picture: ContentHash;
}

/** Refresh of a device that is to come back later: a random time, so that not all come back at once. */
const BUSY_MIN_SECONDS = 30;
const BUSY_MAX_SECONDS = 90;

/**
 * Decide what a device shows.
 * @throws {AppError} no_screen, and what `identify` throws
 */
export async function display(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  credential: Credential,
  report: DeviceReport,
): Promise<DisplayOutcome> {
  const { config } = call;
  const record = await identify(api, call, id, credential);
  if (record === null) return heldBack(api, call, report);
  api.history.poll(record, api.nowMs());
  noteReport(record, report, api.nowMs());
  const code = record.registrationCode;
  const tell = teller(api, record);
  const resolved = resolveMapping(config, record);
  if (resolved === null) throw new AppError('no_screen');

  const previous = lastGood(api, record);
  const { mapping, party } = resolved;
  const display = settleDisplay(config, mapping, report);
  api.unknownPanels.note(display, mapping, report, call.log);
  const nameOf = namer(api, record, display);
  const settings = settingsFor(mapping, display, report);
  const atMs = api.nowMs();
  const made = await api.decideContent({
    id,
    config,
    mapping,
    mapped: resolved.own,
    party: resolved.party,
    device: deviceFacts(record, report, resolved),
    // A script may not leave an error screen in place.
    hasPrevious: previous !== null && previous === record.lastContent,
    lastContent: record.lastContent,
    failing: record.failing,
    nowMs: atMs,
    deadline: call.deadline,
    log: call.log,
  });
  const { stagesMs } = made;
  const about = { id, isAssigned: isKnownParty(party), screen: mapping.screen, code: null };
  if (made.kind === 'overloaded') {
    const seconds = busySeconds();
    const isShown = previous === record.lastContent;
    const shown = nameOf(api.substitutes.choose(previous, display, { device: id, party, isShown }));
    tell(seconds);
    const announced: Announcement = { ...about, decision: 'overloaded', picture: shown.hash };
    return { answer: answer(api, call, id, settings, shown, seconds), overloaded: true, announced, stagesMs };
  }
  const before = record.lastContent;
  const hash = made.kind === 'content' ? show(api, record, made, code) : previous;
  // There is one: `kept` comes only where `hasPrevious` was true.
  if (hash === null) throw new AppError('internal');
  const shown = nameOf(hash);
  const wanted = { wantedSeconds: made.refreshSeconds, shows: mapping.screen };
  const refreshSeconds = spare(api, call, record, wanted);
  tell(refreshSeconds);
  // The schedule of a device may show another screen than that of its entry.
  const shows =
    made.kind === 'content' ? { screen: made.content.screen, code: made.failing?.code ?? null } : {};
  const decision = made.kind === 'kept' ? 'kept' : before === hash ? 'same' : 'new';
  const announced: Announcement = { ...about, ...shows, picture: hash, decision };
  const reads = made.kind === 'content' ? (made.reads ?? null) : null;
  const fields = displayFields(config, mapping, report, display);
  const said = reads === null ? null : packSaid(report, reads, saidRoom(call.baseUrl), fields);
  const answered = answer(api, call, id, settings, shown, refreshSeconds, { said, atMs });
  return { answer: answered, overloaded: false, announced, stagesMs };
}

/** The last picture of the device that was no error screen, if it can be fetched again. */
function lastGood(api: DeviceApi, { lastGood: hash }: DeviceRecord): ContentHash | null {
  return hash !== null && api.store.has(hash) ? hash : null;
}

/**
 * Note what the device will show, and start to draw that before the device asks for it.
 * @param code of the token that made the call: a device with another token may have called meanwhile under the same
 *             address, and must not get these pictures
 */
function show(api: DeviceApi, record: DeviceRecord, made: DeviceContent, code: string | null): ContentHash {
  const { content, failing, isPushed = false } = made;
  const isNew = record.lastContent !== content.hash;
  const drawn = isNew ? made.draw() : null;
  if (record.registrationCode !== code) return content.hash;
  if (isNew) api.sharedContents.offer(content);
  record.lastContent = content.hash;
  // What is known of the screen stays as it is, and its script may not leave the pushed picture in place.
  if (isPushed) return content.hash;
  noteFailing(record, failing);
  if (failing === null) record.lastGood = content.hash;
  void drawn?.then((run) => noteDrawn(api, record, content.hash, run));
  return content.hash;
}

function noteFailing(record: DeviceRecord, failing: FailureRun | null): void {
  record.failing = failing;
  if (failing !== null) record.lastFailure = lastFailureOf(failing);
}

/** Note what came of a drawing: that the picture is an error screen counts, unless the device was told of another since. */
function noteDrawn(
  { keeper, news, store }: DeviceApi,
  record: DeviceRecord,
  hash: ContentHash,
  run: FailureRun | null,
): void {
  if (record.lastContent !== hash) return;
  // A drawing may have been given up, too.
  if (run === null) {
    if (news.listener !== null && store.picture(hash) !== null) news.device(record.id, 'drawn');
    return;
  }
  news.device(record.id, 'failed');
  noteFailing(record, run);
  if (record.lastGood === hash) record.lastGood = null;
  keeper.note(record);
}

/**
 * Makes a function that notes the refresh that a device is told, and the time: the answer may have taken a while. It does
 * nothing if meanwhile another device has called under the address, or an admin has reset it.
 */
function teller(api: DeviceApi, record: DeviceRecord): (refreshSeconds: number) => void {
  const { registrationCode, lastOwnUseMs, lastUsedMs } = record;
  return (refreshSeconds) => {
    if (record.registrationCode !== registrationCode) return;
    record.toldRefreshSeconds = refreshSeconds;
    record.lastUsedMs = api.nowMs();
    if (lastOwnUseMs === lastUsedMs) record.lastOwnUseMs = record.lastUsedMs;
    api.keeper.note(record);
    api.news.device(record.id, 'told');
  };
}

/** Makes a function that names a picture: by its hash, or for a device with a history by the time of the first telling too. */
function namer(api: DeviceApi, record: DeviceRecord, { panel }: DeviceDisplay): (hash: ContentHash) => Named {
  const { registrationCode } = record;
  return (hash) => {
    if (panel?.history !== true) return { hash, filename: hash };
    const names = tellName(record.toldNames, hash, api.nowMs());
    // Another device may have called under the address meanwhile.
    if (record.registrationCode === registrationCode) record.toldNames = names;
    const last = names.at(-1);
    return { hash, filename: last === undefined ? hash : historyName(last) };
  };
}

/**
 * The answer to a caller that was not examined. It may be an honest device, so the answer is one that firmware can use.
 * The size is that of the panel or model: a stranger must not have pictures made of any size.
 */
function heldBack(
  api: DeviceApi,
  call: CallContext,
  { board, model, userAgent }: DeviceReport,
): DisplayOutcome {
  const display = settleDisplay(call.config, {}, { ...NO_REPORT, board, model, userAgent });
  const hash = api.substitutes.choose(null, display, { device: null, party: 'stranger', isShown: false });
  const shown = { hash, filename: hash };
  const answered = answer(api, call, null, {}, shown, busySeconds());
  return { answer: answered, overloaded: true, announced: null, stagesMs: {} };
}

/** When somebody is to come again who found no room: a random time, so that not all come back at once. */
export function busySeconds(): number {
  return BUSY_MIN_SECONDS + Math.floor(Math.random() * (BUSY_MAX_SECONDS - BUSY_MIN_SECONDS + 1));
}
