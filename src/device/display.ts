/** `GET /api/display`: decides what a device shows next, and tells it where to fetch the picture. */
import { AppError } from '../base/errors.ts';
import type { DeviceContent } from '../content/device-contents.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import type { DeviceId } from '../domain/device-id.ts';
import type { DeviceFacts } from '../domain/device-table.ts';
import type { FailureRun } from '../domain/failure-run.ts';
import { type Mapping, type ResolvedMapping, resolveMapping } from '../domain/mapping.ts';
import { choosePanel, chooseSize } from '../domain/panel.ts';
import type { DeviceReport } from '../domain/report.ts';
import type { DeviceRecord } from '../store/registry.ts';
import { identify, noteReport } from './authentication.ts';
import type { Credential } from './credential.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

export interface DisplayAnswer {
  /** Always 0: firmware shows nothing for any other value, and erases itself for 500. */
  readonly status: 0;
  readonly image_url: string;
  readonly filename: string;
  readonly refresh_rate: number;
  readonly firmware_url: null;
  readonly update_firmware: false;
  readonly reset_firmware: false;
  readonly special_function: null;
  readonly temperature_profile: string;
  readonly maximum_compatibility?: boolean;
}

/** The answer, and whether it is only a stand-in because the server is overloaded. */
export interface DisplayOutcome {
  readonly answer: DisplayAnswer;
  readonly overloaded: boolean;
}

/** Refresh of a device that is told to come back later: spread, so that not all come back at once. */
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
  const config = api.config();
  const record = identify(api, call, id, credential);
  if (record === null) return heldBack(api, call, report);
  noteReport(record, report, api.nowMs());
  const code = record.registrationCode;
  const tell = teller(api, record);
  const resolved = resolveMapping(config, id, code);
  if (resolved === null) throw new AppError('no_screen');

  const previous = lastGood(api, record);
  const { mapping } = resolved;
  const made = await api.contents.make({
    id,
    config,
    mapping,
    mapped: resolved.own,
    device: deviceFacts(record, report, resolved),
    reportedSize: report.size,
    headerColors: report.colors,
    // An error screen is nothing that a script may leave in place.
    hasPrevious: previous !== null && previous === record.lastContent,
    lastContent: record.lastContent,
    failing: record.failing,
    nowMs: api.nowMs(),
    deadline: call.deadline,
    log: call.log,
  });
  if (made.kind === 'overloaded') {
    const seconds = busySeconds();
    tell(seconds);
    return {
      answer: answer(api, call, mapping, previous ?? busyPicture(api, record, mapping), seconds),
      overloaded: true,
    };
  }
  const hash = made.kind === 'content' ? show(record, made, code) : previous;
  // The script saw that a picture is there, so it is: `kept` comes only where `hasPrevious` was true.
  if (hash === null) throw new AppError('internal');
  tell(made.refreshSeconds);
  return { answer: answer(api, call, mapping, hash, made.refreshSeconds), overloaded: false };
}

/** The last picture of the device that was no error screen, if it could fetch it again. */
function lastGood(api: DeviceApi, { lastGood: hash }: DeviceRecord): ContentHash | null {
  return hash !== null && api.store.has(hash) ? hash : null;
}

/**
 * Note what the device will show, and start to draw what it does not have yet, before it asks.
 * @param code of the token that asked: meanwhile another may have come, which must not get this one's pictures
 */
function show(record: DeviceRecord, made: DeviceContent, code: string | null): ContentHash {
  const { content, failing } = made;
  const drawn = record.lastContent === content.hash ? null : made.draw();
  if (record.registrationCode !== code) return content.hash;
  record.lastContent = content.hash;
  record.failing = failing;
  if (failing === null) record.lastGood = content.hash;
  void drawn?.then((run) => noteNotDrawn(record, content.hash, run));
  return content.hash;
}

/** The picture that the device was told of has become the error screen, unless it has been told of another since. */
function noteNotDrawn(record: DeviceRecord, hash: ContentHash, run: FailureRun | null): void {
  if (run === null || record.lastContent !== hash) return;
  record.failing = run;
  if (record.lastGood === hash) record.lastGood = null;
}

function deviceFacts(
  record: DeviceRecord,
  report: DeviceReport,
  { mapping, own }: ResolvedMapping,
): DeviceFacts {
  return {
    id: record.id,
    name: own ? (mapping.name ?? null) : null,
    friendlyId: record.friendlyId,
    registrationCode: record.registrationCode,
    registered: own,
    firmwareVersion: report.firmwareVersion,
    model: report.model,
    board: report.board,
    batteryVoltage: report.batteryVoltage,
    percentCharged: report.percentCharged,
    rssi: report.rssi,
  };
}

/**
 * Makes what notes the refresh that a device is told. It counts as use too: the answer may have taken a while. Where
 * somebody else has come under the address meanwhile, or an admin has reset it, nothing is noted.
 */
function teller(api: DeviceApi, record: DeviceRecord): (refreshSeconds: number) => void {
  const { registrationCode, lastOwnUseMs, lastUsedMs } = record;
  return (refreshSeconds) => {
    if (record.registrationCode !== registrationCode) return;
    record.toldRefreshSeconds = refreshSeconds;
    record.lastUsedMs = api.nowMs();
    if (lastOwnUseMs === lastUsedMs) record.lastOwnUseMs = record.lastUsedMs;
  };
}

function busyPicture(api: DeviceApi, { size, board, model }: DeviceRecord, mapping: Mapping): ContentHash {
  const panel = choosePanel(api.config().panels, { panel: mapping.panel, board, model });
  return api.notices.busy(chooseSize(size, panel, model)).hash;
}

/**
 * The answer to a caller that was not looked at. It may be an honest device, so it is one that firmware can use. Its
 * size is that of its model: a stranger must not make pictures of all sizes.
 */
function heldBack(api: DeviceApi, call: CallContext, { board, model }: DeviceReport): DisplayOutcome {
  const panel = choosePanel(api.config().panels, { board, model });
  const { hash } = api.notices.busy(chooseSize(null, panel, model));
  return { answer: answer(api, call, {}, hash, busySeconds()), overloaded: true };
}

function busySeconds(): number {
  return BUSY_MIN_SECONDS + Math.floor(Math.random() * (BUSY_MAX_SECONDS - BUSY_MIN_SECONDS + 1));
}

function answer(
  api: DeviceApi,
  call: CallContext,
  mapping: Pick<Mapping, 'temperatureProfile' | 'maximumCompatibility'>,
  hash: ContentHash,
  refreshSeconds: number,
): DisplayAnswer {
  const { temperatureProfile, maximumCompatibility } = mapping;
  return {
    status: 0,
    image_url: call.baseUrl + api.signer.sign(hash, api.nowMs()),
    filename: hash,
    refresh_rate: refreshSeconds,
    firmware_url: null,
    update_firmware: false,
    reset_firmware: false,
    special_function: null,
    temperature_profile: temperatureProfile ?? 'default',
    ...(maximumCompatibility === undefined ? {} : { maximum_compatibility: maximumCompatibility }),
  };
}
