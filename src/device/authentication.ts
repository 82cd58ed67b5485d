/** Who is calling: finds the device of a request, adopts one that the registry has forgotten, checks its token or key. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import type { DeviceId } from '../domain/device-id.ts';
import { type ConfigSnapshot, ownMapping } from '../domain/mapping.ts';
import { registrationCode } from '../domain/registration-code.ts';
import type { DeviceReport } from '../domain/report.ts';
import type { DeviceRecord, Registry } from '../store/registry.ts';
import type { Credential } from './credential.ts';
import type { SignedTimes } from './signed-time.ts';

const FRIENDLY_ID_BYTES = 6;
const API_KEY_BYTES = 16;

/** A registry record for a device that is seen for the first time. */
export function newRecord(id: DeviceId, nowMs: number): DeviceRecord {
  return {
    id,
    apiKey: null,
    tokenDigests: [],
    publicKey: null,
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
    lastGood: null,
  };
}

/** What authentication works with. */
export interface Gatekeeper {
  readonly registry: Registry;
  readonly signedTimes: SignedTimes;
  config(): ConfigSnapshot;
  nowMs(): number;
}

/**
 * The record of the device that calls. A device that the registry does not know (it is in memory only) is adopted with
 * the token or key that it brings, where registration allows it.
 * @throws {AppError} device_not_found, invalid_token, invalid_device_signature, overloaded
 */
export function authenticate(gate: Gatekeeper, id: DeviceId, credential: Credential): DeviceRecord {
  const code = registrationCode(credential.kind === 'token' ? credential.token : credential.publicKey);
  if (credential.kind === 'signature') gate.signedTimes.accept(credential, gate.nowMs());
  const known = gate.registry.get(id);
  if (known === null && (code === null || !mayRegister(gate.config(), id, code))) {
    throw new AppError('device_not_found');
  }
  const record = known ?? newRecord(id, gate.nowMs());
  if (!claim(record, credential)) {
    throw new AppError(credential.kind === 'token' ? 'invalid_token' : 'invalid_device_signature');
  }
  record.registrationCode = code;
  if (known === null) gate.registry.touch(record);
  return record;
}

/**
 * Whether the credential is the device's own. The first of a kind is, also of a device that is known by the other kind
 * because the config has changed its mind about how devices identify themselves.
 */
function claim(record: DeviceRecord, credential: Credential): boolean {
  if (credential.kind === 'signature') {
    record.publicKey ??= credential.publicKey;
    return record.publicKey === credential.publicKey;
  }
  if (credential.token === '') return false;
  const digest = sha256(credential.token);
  if (record.tokenDigests.length === 0) record.tokenDigests = [digest];
  return record.tokenDigests.some((accepted) => timingSafeEqual(accepted, digest));
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
