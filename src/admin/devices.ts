/** The lists of devices: those in the config and those that have called, merged. */
import type { FieldProblem } from '../base/errors.ts';
import type { FailureCode } from '../base/failure.ts';
import type { PlainObject, PlainValue } from '../base/plain.ts';
import { MappingCheck } from '../check/mapping-check.ts';
import { parseDeviceId } from '../domain/device-id.ts';
import type { FailingShown } from '../domain/failure-run.ts';
import { type ConfigSnapshot, isDefaultKey, ownMapping } from '../domain/mapping.ts';
import type { OnError } from '../domain/on-error.ts';
import { shortCode } from '../domain/registration-code.ts';
import type { DeviceRecord } from '../store/registry.ts';
import type { AdminApi } from './admin-api.ts';
import { type KnownDevice, requireDevice } from './find-device.ts';

/** A device as the admin API shows it. Telemetry is null before the first contact, settings without a mapping. */
export interface DeviceView {
  readonly key: string;
  /** Empty where it is not known: a device that is mapped by its code and never called. */
  readonly mac: string;
  /** Empty for a device that never called. */
  readonly registration_code: string;
  readonly registered: boolean;
  readonly reserved: boolean;
  readonly name: string | null;
  readonly model: string | null;
  readonly firmware_version: string | null;
  /** RFC 3339. */
  readonly last_seen: string | null;
  readonly battery_voltage: number | null;
  readonly rssi: number | null;
  readonly screen: string | null;
  readonly dither: string | null;
  readonly panel: string | null;
  readonly colors: string | null;
  readonly refresh: number | null;
  readonly on_error: OnError | null;
  readonly params: PlainObject | null;
  /** Null while the screen works, and before the first call. */
  readonly failing: FailingView | null;
  /** What is wrong with the screen and the params of its entry; empty without one. */
  readonly problems: readonly FieldProblem[];
}

/** Failed tries of a device's screen in a row. */
export interface FailingView {
  /** RFC 3339: the first and the last of them. */
  readonly since: string;
  readonly last: string;
  readonly tries: number;
  /** Why the last one failed, as in the log. */
  readonly code: FailureCode;
  readonly reason: string;
  /** What the device shows. */
  readonly shown: FailingShown;
}

/** A device that has called and that no entry of the config is for. */
export interface PendingDevice {
  readonly mac: string;
  readonly registration_code: string;
  readonly model: string | null;
  readonly firmware_version: string | null;
  readonly last_seen: string;
}

/** So many devices take about a millisecond to be described and written. */
const SLICE = 200;

/**
 * All devices, in slices that take about a millisecond each: the entries of the config in the order of the file,
 * then those without an entry, the one seen last first. All slices show the same moment of the config.
 */
export function* listDevices(api: AdminApi): Generator<readonly DeviceView[]> {
  const config = api.config();
  const records = api.registry.list();
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  yield [];
  const entries = [...config.devices];
  for (let start = 0; start < entries.length; start += SLICE) {
    yield entries.slice(start, start + SLICE).map(([key, mapping]) => {
      const id = parseDeviceId(key);
      const record = id === null ? api.registry.byRegistrationCode(key) : api.registry.get(id);
      return viewOf({ mapping, record }, check);
    });
  }
  for (const slice of pendingRecords(config, records)) {
    yield slice.map((record) => viewOf({ mapping: null, record }, check));
  }
}

/** All devices that wait for an entry in the config, in slices, the one seen last first. */
export function* listPending(api: AdminApi): Generator<readonly PendingDevice[]> {
  for (const slice of pendingRecords(api.config(), api.registry.list())) yield slice.map(pendingView);
}

/** The records without an entry in the config, in slices, the one seen last first. */
function* pendingRecords(
  config: ConfigSnapshot,
  records: readonly DeviceRecord[],
): Generator<readonly DeviceRecord[]> {
  for (let end = records.length; end > 0; end -= SLICE) {
    const slice = records.slice(Math.max(end - SLICE, 0), end).reverse();
    yield slice.filter(({ id, registrationCode }) => ownMapping(config, id, registrationCode) === null);
  }
}

/**
 * One device.
 * @throws {AppError} unknown_device
 */
export function getDevice(api: AdminApi, key: string): DeviceView {
  const config = api.config();
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  return viewOf(requireDevice(config, api.registry, key), check);
}

/**
 * The last log entries of a device, the oldest first.
 * @throws {AppError} unknown_device
 */
export function getDeviceLogs(api: AdminApi, key: string): { readonly logs: readonly PlainValue[] } {
  const { record } = requireDevice(api.config(), api.registry, key);
  return { logs: record === null ? [] : api.logs.list(record.id) };
}

function viewOf({ mapping, record }: KnownDevice, check: MappingCheck): DeviceView {
  const key = mapping?.key ?? record?.id ?? '';
  const id = record?.id ?? parseDeviceId(key);
  return {
    key,
    mac: id ?? '',
    registration_code: shortCode(record?.registrationCode ?? ''),
    registered: mapping !== null,
    reserved: isDefaultKey(key),
    name: mapping?.name ?? null,
    ...telemetryOf(record),
    screen: mapping?.screen ?? null,
    dither: mapping?.dither ?? null,
    panel: mapping?.panel ?? null,
    colors: mapping?.palette?.join(',') ?? null,
    refresh: mapping?.refreshSeconds ?? null,
    on_error: mapping?.onError ?? null,
    params: mapping?.params ?? null,
    failing: failingOf(record),
    problems: mapping === null ? [] : check.problemsOf(mapping),
  };
}

function telemetryOf(
  record: DeviceRecord | null,
): Pick<DeviceView, 'model' | 'firmware_version' | 'last_seen' | 'battery_voltage' | 'rssi'> {
  return {
    model: record?.model ?? null,
    firmware_version: record?.firmwareVersion ?? null,
    last_seen: record === null ? null : timeOf(record),
    battery_voltage: record?.batteryVoltage ?? null,
    rssi: record?.rssi ?? null,
  };
}

function failingOf(record: DeviceRecord | null): FailingView | null {
  const run = record?.failing ?? null;
  if (run === null) return null;
  const { sinceMs, lastMs, tries, code, reason, shown } = run;
  return {
    since: new Date(sinceMs).toISOString(),
    last: new Date(lastMs).toISOString(),
    tries,
    code,
    reason,
    shown,
  };
}

function pendingView(record: DeviceRecord): PendingDevice {
  return {
    mac: record.id,
    registration_code: shortCode(record.registrationCode ?? ''),
    model: record.model,
    firmware_version: record.firmwareVersion,
    last_seen: timeOf(record),
  };
}

function timeOf(record: DeviceRecord): string {
  return new Date(record.lastSeenMs).toISOString();
}
