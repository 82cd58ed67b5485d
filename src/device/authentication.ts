/** Finds the device that makes a call, checks its token or key, and adopts a device that the registry does not know. */
import { randomBytes } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import type { Logger } from '../base/logger.ts';
import type { EngineObserver } from '../base/observer.ts';
import type { DeviceId } from '../domain/device-id.ts';
import { type ConfigSnapshot, mappingByCode } from '../domain/mapping.ts';
import { missedPolls } from '../domain/polls.ts';
import { hyphenateCode, longCode } from '../domain/registration-code.ts';
import { type DeviceReport, mergeReports, NO_REPORT } from '../domain/report.ts';
import type { DeviceEvents, EventKind } from '../store/device-events.ts';
import type { DeviceRecord, Registry } from '../store/registry.ts';
import type { Throttle } from './attempts.ts';
import { adopt, claim, dropOtherTokens, judge, useBy, type Verdict } from './claim.ts';
import { type Credential, type Proof, proofOf } from './credential.ts';
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
    isReset: false,
    lastUsedMs: null,
    lastOwnUseMs: null,
    toldRefreshSeconds: null,
    report: NO_REPORT,
    lastSeenMs: nowMs,
    lastContent: null,
    lastGood: null,
    failing: null,
  };
}

/** What authentication works with. */
export interface Gatekeeper {
  readonly registry: Registry;
  readonly events: DeviceEvents;
  readonly throttle: Throttle;
  readonly signedTimes: SignedTimes;
  readonly observer: EngineObserver;
  nowMs(): number;
}

/** One call: who makes it, and the config that it is answered by. */
export interface Caller {
  readonly config: ConfigSnapshot;
  /** Network address. */
  readonly address: string;
  readonly log: Logger;
}

/** How long a device waits that was refused for too many attempts, in seconds. */
const HELD_BACK_SECONDS = 60;

/**
 * The record of the device that calls. A device that the registry does not know (since it is in memory only) is adopted
 * with the token or key that it brings, if registration allows it.
 * @throws {AppError} too_many_attempts, and what `identify` throws
 */
export function authenticate(
  gate: Gatekeeper,
  caller: Caller,
  id: DeviceId,
  credential: Credential,
): DeviceRecord {
  const record = identify(gate, caller, id, credential);
  if (record !== null) return record;
  throw new AppError('too_many_attempts', { headers: { 'Retry-After': String(HELD_BACK_SECONDS) } });
}

/**
 * As `authenticate`.
 * @returns null when there were too many attempts, and this one was not examined
 * @throws {AppError} device_not_found, invalid_token, invalid_device_signature, overloaded
 */
export function identify(
  gate: Gatekeeper,
  caller: Caller,
  id: DeviceId,
  credential: Credential,
): DeviceRecord | null {
  const { config } = caller;
  const now = gate.nowMs();
  const isSigned = credential.kind === 'signature';
  if (isSigned) gate.signedTimes.check(id, credential, config.minSignatureVersion, now);
  const proof = proofOf(credential);
  const known = gate.registry.get(id);
  const verdict = judge(config, id, known, proof, (kind) => gate.throttle[kind].take(caller.address, now));
  const isAccepted = verdict === 'own' || verdict === 'first' || verdict === 'claim';
  if (isSigned) gate.signedTimes.remember(credential, isAccepted, now);
  if (isAccepted) return accept(gate, caller, known ?? newRecord(id, now), proof, verdict);
  const isHeldBack = verdict === 'held_back';
  if (known !== null) {
    const detail = proof.code === null ? 'The token was empty: the device has lost its own.' : null;
    note(gate, caller, id, isHeldBack ? 'held_back' : 'token_refused', detail);
  }
  if (isHeldBack) return null;
  if (known === null) throw new AppError('device_not_found');
  throw new AppError(isSigned ? 'invalid_device_signature' : 'invalid_token');
}

function accept(
  gate: Gatekeeper,
  caller: Caller,
  record: DeviceRecord,
  proof: Proof,
  verdict: Exclude<Verdict, 'refused' | 'held_back'>,
): DeviceRecord {
  const { config } = caller;
  const { id } = record;
  const now = gate.nowMs();
  const isNamed = !config.devices.has(id) && mappingByCode(config, proof.code) !== null;
  let claims = verdict === 'claim';
  if (verdict === 'own') noteMissedPolls(gate, record, now);
  if (verdict === 'first') adopt(record, proof);
  else if (claims) claim(config, record, proof);
  else if (isNamed && proof.kind === 'token') claims = dropOtherTokens(config, record, proof);
  useBy(record, proof.code, now);
  const isMade = proof.kind === 'token' ? isMadeHere(record, proof) : record.apiKey !== null;
  if (!isMade) record.lastOwnUseMs = now;
  gate.registry.touch(record);
  if (verdict === 'first') {
    const code = `Registration code ${hyphenateCode(proof.code ?? '')}.`;
    note(gate, caller, id, proof.kind === 'token' ? 'adopted' : 'pinned', code);
  } else if (claims) {
    note(
      gate,
      caller,
      id,
      'claimed_by_code',
      'The config names its code; others that used this address were removed.',
    );
    caller.log.warn({ device: id, address: caller.address }, 'device claimed by its registration code');
  }
  return record;
}

function noteMissedPolls({ observer }: Gatekeeper, record: DeviceRecord, nowMs: number): void {
  const missed = missedPolls(record.toldRefreshSeconds, nowMs - record.lastSeenMs);
  if (missed > 0) observer.missedPolls(missed);
}

function isMadeHere({ apiKey }: DeviceRecord, { value }: Proof): boolean {
  return apiKey !== null && sha256Hex(apiKey) === value;
}

/** Note an event of a device that the registry knows, for its admin. */
export function note(
  gate: Pick<Gatekeeper, 'events' | 'nowMs'>,
  { address }: Pick<Caller, 'address'>,
  id: DeviceId,
  kind: EventKind,
  detail: string | null,
): void {
  gate.events.add(id, { kind, address, detail }, gate.nowMs());
}

/** Give a record a key that this server makes. A device that has one gets the same key again. */
export function issueKey(record: DeviceRecord, nowMs: number): string {
  const apiKey = record.apiKey ?? randomBytes(API_KEY_BYTES).toString('hex');
  if (record.apiKey === null) {
    record.apiKey = apiKey;
    record.tokenDigests = [...record.tokenDigests, sha256Hex(apiKey)];
    record.isReset = false;
  }
  useBy(record, longCode(apiKey), nowMs);
  return apiKey;
}

/** Note what a device said of itself. Values that it did not send stay as they were. */
export function noteReport(record: DeviceRecord, report: DeviceReport, nowMs: number): void {
  record.report = mergeReports(record.report, report);
  record.lastSeenMs = nowMs;
}
