/** `GET /api/display`: decides what a device shows next, and tells it where to fetch the picture. */
import { AppError } from '../base/errors.ts';
import type { MadeContent } from '../content/content-maker.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import type { DeviceId } from '../domain/device-id.ts';
import type { DeviceFacts } from '../domain/device-table.ts';
import { type Mapping, type ResolvedMapping, resolveMapping } from '../domain/mapping.ts';
import { choosePanel, chooseSize } from '../domain/panel.ts';
import type { DeviceReport } from '../domain/report.ts';
import type { DeviceRecord } from '../store/registry.ts';
import { authenticate, noteReport } from './authentication.ts';
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
 * @throws {AppError} device_not_found, no_screen, and what `authenticate` throws
 */
export async function display(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  credential: Credential,
  report: DeviceReport,
): Promise<DisplayOutcome> {
  const config = api.config();
  const record = authenticate(api, id, credential);
  noteReport(record, report, api.nowMs());
  api.registry.touch(record);
  const resolved = resolveMapping(config, id, record.registrationCode);
  if (resolved === null) throw new AppError('no_screen');

  const previous = lastGood(api, record);
  const { mapping } = resolved;
  const made = await api.contents.make({
    config,
    mapping,
    mapped: resolved.own,
    device: deviceFacts(record, report, resolved),
    reportedSize: report.size,
    headerColors: report.colors,
    // An error screen is nothing that a script may leave in place.
    hasPrevious: previous !== null && previous === record.lastContent,
    log: call.log,
  });
  if (made.kind === 'overloaded') return busy(api, call, record, mapping, previous);
  const hash = made.kind === 'content' ? show(api, record, made) : previous;
  // The script saw that a picture is there, so it is: `kept` comes only where `hasPrevious` was true.
  if (hash === null) throw new AppError('internal');
  return { answer: answer(api, call, mapping, hash, made.refreshSeconds), overloaded: false };
}

/** The last picture of the device that was no error screen, if it could fetch it again. */
function lastGood(api: DeviceApi, { lastGood: hash }: DeviceRecord): ContentHash | null {
  return hash !== null && api.store.has(hash) ? hash : null;
}

/** Note what the device will show, and start to draw what it does not have yet, before it asks. */
function show(api: DeviceApi, record: DeviceRecord, { content, failure }: MadeContent): ContentHash {
  if (record.lastContent !== content.hash) void api.pictures.picture(content);
  record.lastContent = content.hash;
  if (failure === null) record.lastGood = content.hash;
  return content.hash;
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

function busy(
  api: DeviceApi,
  call: CallContext,
  record: DeviceRecord,
  mapping: Mapping,
  previous: ContentHash | null,
): DisplayOutcome {
  const panel = choosePanel(api.config().panels, {
    panel: mapping.panel,
    board: record.board,
    model: record.model,
  });
  const hash = previous ?? api.notices.busy(chooseSize(record.size, panel, record.model)).hash;
  const seconds = BUSY_MIN_SECONDS + Math.floor(Math.random() * (BUSY_MAX_SECONDS - BUSY_MIN_SECONDS + 1));
  return { answer: answer(api, call, mapping, hash, seconds), overloaded: true };
}

function answer(
  api: DeviceApi,
  call: CallContext,
  mapping: Mapping,
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
