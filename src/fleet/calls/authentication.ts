/** Finds the device that makes a call, checks its token or key, and adopts a device that the registry does not know. */
import { randomBytes } from 'node:crypto';
import { type ConfigSnapshot, mappingByCode } from '../../domain/config-snapshot.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import type { EngineEvents } from '../../domain/engine-events.ts';
import { hyphenateCode, longCode } from '../../domain/registration-code.ts';
import { type DeviceReport, mergeReports } from '../../domain/report.ts';
import { AppError, tooManyAttempts } from '../../platform/base/errors.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { DeviceHistory } from '../register/device-history.ts';
import type { DeviceKeeper } from '../register/device-keeper.ts';
import { type DeviceRecord, newRecord } from '../register/device-record.ts';
import type { EventShelf } from '../register/kept-events.ts';
import type { Registry } from '../register/registry.ts';
import type { Throttle } from './attempts.ts';
import {
  adopt,
  claim,
  dropOtherTokens,
  hasCredential,
  judgeClaim,
  type TakeAttempt,
  useBy,
  type Verdict,
} from './claim.ts';
import { type Credential, type Proof, proofOf, type SignatureCredential } from './credential.ts';
import { note } from './note-event.ts';
import { noteRefusedSignature } from './refused-signature.ts';
import { SignatureRefusal, type SignedTimes } from './signed-time.ts';

const API_KEY_BYTES = 16;

/** What authentication works with. */
export interface Gatekeeper {
  readonly registry: Registry;
  readonly keeper: DeviceKeeper;
  readonly events: EventShelf;
  readonly history: DeviceHistory;
  readonly throttle: Throttle;
  readonly signedTimes: SignedTimes;
  readonly engineEvents: EngineEvents;
  nowMs(): number;
}

/** One call: who makes it, and the config that it is answered by. */
export interface DeviceCall {
  readonly config: ConfigSnapshot;
  /** Network address. */
  readonly address: string;
  readonly requestId: string;
  readonly log: Logger;
}

/** Servers that change the identity of one device at the same time are few. */
const MAX_TRIES = 4;

/**
 * The record of the device that calls. A device that the registry does not know is adopted with the token or key that it
 * brings, if registration allows it; it is known only when its identity is kept.
 * @throws {AppError} too_many_attempts, and what `identify` throws
 */
export async function authenticate(
  gate: Gatekeeper,
  caller: DeviceCall,
  id: DeviceId,
  credential: Credential,
): Promise<DeviceRecord> {
  const record = await identify(gate, caller, id, credential);
  if (record !== null) return record;
  throw tooManyAttempts();
}

/**
 * Find out which device calls, as `authenticate` does.
 * @returns null when this call was not examined: there were too many attempts, or its device may be known by a store that
 *   cannot be asked
 * @throws {AppError} device_not_found, invalid_token, invalid_device_signature, overloaded
 */
export async function identify(
  gate: Gatekeeper,
  caller: DeviceCall,
  id: DeviceId,
  credential: Credential,
): Promise<DeviceRecord | null> {
  const isLearnt = gate.keeper.refresh(id);
  if (isLearnt !== true && !(await isLearnt)) return null;
  if (credential.kind !== 'signature') return settleCall(gate, caller, id, credential);
  // From here to where it is remembered nothing waits: no call may come in between.
  checkSigned(gate, caller, id, credential);
  const judged = judgeCall(gate, caller, id, credential);
  gate.signedTimes.remember(credential, judged.isAccepted, gate.nowMs());
  if (judged.record === null) return settleCall(gate, caller, id, credential, judged);
  await requireFirst(gate, credential);
  // Judged again: what was changed by then may be gone, as another server has changed the device meanwhile.
  return settleCall(gate, caller, id, credential);
}

function checkSigned(
  gate: Gatekeeper,
  caller: DeviceCall,
  id: DeviceId,
  credential: SignatureCredential,
): void {
  try {
    gate.signedTimes.check(id, credential, caller.config.minSignatureVersion, gate.nowMs());
  } catch (error) {
    noteRefusedSignature(gate, caller, id, credential, error);
    throw error;
  }
}

/** Keep what a call has changed, or judge it again where another server was first. */
async function settleCall(
  gate: Gatekeeper,
  caller: DeviceCall,
  id: DeviceId,
  credential: Credential,
  first: JudgedCall = judgeCall(gate, caller, id, credential),
): Promise<DeviceRecord | null> {
  let judged = first;
  for (let tries = 1; ; tries++) {
    if (judged.record === null) return refuse(gate, caller, id, credential, judged.isHeldBack);
    const kept = await gate.keeper.keep(judged.record);
    if (kept === 'kept') return judged.record;
    if (kept === 'unavailable' || tries === MAX_TRIES) return null;
    judged = judgeCall(gate, caller, id, credential);
  }
}

/** @throws {AppError} another server, or this one before its start, has taken this very call */
async function requireFirst({ keeper }: Gatekeeper, credential: SignatureCredential): Promise<void> {
  if (await keeper.isFirst(`${credential.publicKey} ${credential.timestampMs}`)) return;
  throw new SignatureRefusal('repeated', 'This X-Timestamp was used before.');
}

/** What came of a call; with a record where it was accepted. */
interface JudgedCall {
  readonly isAccepted: boolean;
  readonly isHeldBack: boolean;
  readonly record: DeviceRecord | null;
}

/** Judge a call by what is known now. Synchronous, so that two first calls of one device get equal answers. */
function judgeCall(gate: Gatekeeper, caller: DeviceCall, id: DeviceId, credential: Credential): JudgedCall {
  const now = gate.nowMs();
  const proof = proofOf(credential);
  const known = gate.registry.get(id);
  const take: TakeAttempt = (kind) => gate.throttle[kind].take(caller.address, now);
  const verdict = judgeClaim(caller.config, id, known, proof, take);
  if (verdict === 'refused' || verdict === 'held_back') {
    return { isAccepted: false, isHeldBack: verdict === 'held_back', record: null };
  }
  const record = accept(gate, caller, known ?? newRecord(id, now), proof, verdict);
  return { isAccepted: true, isHeldBack: false, record };
}

const EMPTY_TOKEN =
  'Header Access-Token is empty: the device has no token. It gets one from GET /api/setup, which it has not called, or which gave it none.';

/** Null for a call that was held back. @throws {AppError} for one that was refused */
function refuse(
  gate: Gatekeeper,
  caller: DeviceCall,
  id: DeviceId,
  credential: Credential,
  isHeldBack: boolean,
): null {
  const isKnown = gate.registry.get(id) !== null;
  const isEmpty = proofOf(credential).code === null;
  if (isKnown) {
    const detail = isEmpty ? 'The token was empty: the device has lost its own.' : null;
    note(gate, caller, id, isHeldBack ? 'held_back' : 'token_refused', detail);
  }
  if (isHeldBack) return null;
  // Firmware sends an empty token after a setup that gave it none: that is what is wrong, whatever else is.
  const about = isEmpty ? { detail: EMPTY_TOKEN } : {};
  if (!isKnown) throw new AppError('device_not_found', about);
  throw new AppError(credential.kind === 'signature' ? 'invalid_device_signature' : 'invalid_token', about);
}

function accept(
  gate: Gatekeeper,
  caller: DeviceCall,
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
  noteEntry(config, record);
  const isMade = proof.kind === 'token' ? isMadeHere(record, proof) : record.apiKey !== null;
  if (!isMade) record.lastOwnUseMs = now;
  record.address = caller.address;
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

/** Note that the config has an entry for a device. One by code does not count: its token could call from any address. */
export function noteEntry({ devices }: Pick<ConfigSnapshot, 'devices'>, record: DeviceRecord): void {
  if (!record.wasNamed && devices.has(record.id)) record.wasNamed = true;
}

function noteMissedPolls({ history, engineEvents }: Gatekeeper, record: DeviceRecord, nowMs: number): void {
  const missed = history.endSilence(record, nowMs);
  if (missed > 0) engineEvents.emit('missedPolls', missed);
}

function isMadeHere({ apiKey }: DeviceRecord, { value }: Proof): boolean {
  return apiKey !== null && sha256Hex(apiKey) === value;
}

/**
 * Give a record a key that this server makes. A device that has one gets the same key again. Of a device that has any
 * credential nothing else changes: whoever asks has proved nothing, and what is known of the device is the device's word.
 */
export function issueKey(record: DeviceRecord, nowMs: number): string {
  const isNew = !hasCredential(record);
  const apiKey = record.apiKey ?? randomBytes(API_KEY_BYTES).toString('hex');
  if (record.apiKey === null) {
    record.apiKey = apiKey;
    record.tokenDigests = [...record.tokenDigests, sha256Hex(apiKey)];
    record.isReset = false;
  }
  if (isNew) useBy(record, longCode(apiKey), nowMs);
  return apiKey;
}

/** Note what a device said of itself. Values that it did not send stay as they were. */
export function noteReport(record: DeviceRecord, report: DeviceReport, nowMs: number): void {
  record.report = mergeReports(record.report, report);
  record.lastSeenMs = nowMs;
}
