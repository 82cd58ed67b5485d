/** Who is calling: finds the device of a request, adopts one that the registry has forgotten, checks its token. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import type { DeviceId } from '../domain/device-id.ts';
import { type ConfigSnapshot, ownMapping } from '../domain/mapping.ts';
import { registrationCode } from '../domain/registration-code.ts';
import type { DeviceReport } from '../domain/report.ts';
import type { DeviceRecord, Registry } from '../store/registry.ts';

const FRIENDLY_ID_BYTES = 6;
const API_KEY_BYTES = 16;

/** A registry record for a device that is seen for the first time. */
export function newRecord(id: DeviceId, nowMs: number): DeviceRecord {
  return {
    id,
    apiKey: null,
    tokenDigests: [],
    friendlyId: randomBytes(FRIENDLY_ID_BYTES).toString('hex'),
    registrationCode: null,
    firmwareVersion: null,
    model: null,
    board: null,
    size: null,
    colors: null,
    batteryVoltage: null,
    percentCharged: null,
    rssi: null,
    lastSeenMs: nowMs,
    lastContent: null,
  };
}

/**
 * The record of the device that presents this token. A device that the registry does not know (it is in memory only)
 * is adopted with the token that it brings, where registration allows it.
 * @throws {AppError} device_not_found, invalid_token
 */
export function authenticate(
  registry: Registry,
  config: ConfigSnapshot,
  id: DeviceId,
  token: string,
  nowMs: number,
): DeviceRecord {
  const known = registry.get(id);
  if (known !== null) {
    const digest = sha256(token);
    if (token === '' || !known.tokenDigests.some((accepted) => timingSafeEqual(accepted, digest))) {
      throw new AppError('invalid_token');
    }
    known.registrationCode = registrationCode(token);
    return known;
  }
  const code = registrationCode(token);
  if (code === null || !mayRegister(config, id, code)) throw new AppError('device_not_found');
  const adopted = newRecord(id, nowMs);
  adopted.tokenDigests = [sha256(token)];
  adopted.registrationCode = code;
  registry.touch(adopted);
  return adopted;
}

/** Registration is open to everybody, or else to the devices that the config names. */
export function mayRegister(config: ConfigSnapshot, id: DeviceId, code: string | null): boolean {
  return config.registrationEnabled || ownMapping(config, id, code) !== null;
}

/** Give a record a key of this server's making. A known device gets the same key again. */
export function issueKey(record: DeviceRecord): string {
  if (record.apiKey !== null) return record.apiKey;
  const apiKey = randomBytes(API_KEY_BYTES).toString('hex');
  record.apiKey = apiKey;
  record.tokenDigests = [...record.tokenDigests, sha256(apiKey)];
  record.registrationCode = registrationCode(apiKey);
  return apiKey;
}

/** Note what a device said of itself. What it did not say this time stays as it was. */
export function noteReport(record: DeviceRecord, report: DeviceReport, nowMs: number): void {
  record.firmwareVersion = report.firmwareVersion ?? record.firmwareVersion;
  record.model = report.model ?? record.model;
  record.board = report.board ?? record.board;
  record.size = report.size ?? record.size;
  record.colors = report.colors ?? record.colors;
  record.batteryVoltage = report.batteryVoltage ?? record.batteryVoltage;
  record.percentCharged = report.percentCharged ?? record.percentCharged;
  record.rssi = report.rssi ?? record.rssi;
  record.lastSeenMs = nowMs;
}
