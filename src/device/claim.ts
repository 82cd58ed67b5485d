/** The rules of who a device is: what a credential is worth for a record, and what it changes there. */
import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../base/hash.ts';
import type { DeviceId } from '../domain/device-id.ts';
import { type ConfigSnapshot, mappingByCode, ownMapping } from '../domain/mapping.ts';
import { codeOfDigest, longCode } from '../domain/registration-code.ts';
import type { DeviceRecord } from '../store/registry.ts';
import type { Proof } from './credential.ts';

/** Tokens of one device whose codes the config names: more than one is a mistake, so a few are plenty. */
const MAX_TOKENS = 4;

/** What a credential is worth. */
export type Verdict =
  /** It is accepted already. */
  | 'own'
  /** It is the first of its kind, and stays. */
  | 'first'
  /** The config names its code: it stays, and those whose code the config does not name go. */
  | 'claim'
  | 'refused'
  /** Not looked at: there were too many attempts. */
  | 'held_back';

/** Counts an attempt of a kind; false when it is one too many. */
export type TakeAttempt = (kind: 'newDevices' | 'wrongTokens') => boolean;

/**
 * Judge a proof. An accepted one is never counted as an attempt, and neither is one that cannot be a guess: of a device
 * that the config names by its address or by a long code, which nobody guesses, and of one that an admin has reset.
 * @param record null for an address that the registry does not know
 */
export function judge(
  config: ConfigSnapshot,
  id: DeviceId,
  record: DeviceRecord | null,
  proof: Proof,
  take: TakeAttempt,
): Verdict {
  if (proof.code === null) return 'refused';
  if (record !== null && holds(record, proof)) return 'own';
  if (record !== null && !isFree(record, proof)) return judgeRival(config, id, proof.code, take);
  const isExpected = record?.isReset === true || config.devices.has(id) || config.devices.has(proof.code);
  if (!isExpected && !take('newDevices')) return 'held_back';
  return record !== null || mayRegister(config, id, proof.code) ? 'first' : 'refused';
}

/** Judge a proof of a device under whose address another one is accepted. */
function judgeRival(config: ConfigSnapshot, id: DeviceId, code: string, take: TakeAttempt): Verdict {
  // An entry by MAC belongs to the first who came: otherwise the token of any entry by code would open all of them.
  const mayClaim = !config.devices.has(id);
  if (mayClaim && config.devices.has(code)) return 'claim';
  if (!take('wrongTokens')) return 'held_back';
  return mayClaim && mappingByCode(config, code) !== null ? 'claim' : 'refused';
}

/** Registration is open to everybody, or else to the devices that the config names. */
export function mayRegister(config: ConfigSnapshot, id: DeviceId, code: string | null): boolean {
  return config.registrationEnabled || ownMapping(config, id, code) !== null;
}

function holds(record: DeviceRecord, { kind, value }: Proof): boolean {
  if (kind === 'signature') return record.publicKey === value;
  return record.tokenDigests.some((digest) => timingSafeEqual(Buffer.from(digest), Buffer.from(value)));
}

/**
 * Nothing of this kind is accepted yet: after a reset, or because the config has changed its mind about how devices
 * identify themselves.
 */
function isFree(record: DeviceRecord, { kind }: Proof): boolean {
  return kind === 'signature' ? record.publicKey === null : record.tokenDigests.length === 0;
}

/** Accept a proof that nobody stands against. */
export function adopt(record: DeviceRecord, { kind, value }: Proof): void {
  if (kind === 'signature') record.publicKey = value;
  else record.tokenDigests = [value];
  record.isReset = false;
}

/** Accept a proof whose code the config names, in place of whatever of the record it does not name. */
export function claim(config: ConfigSnapshot, record: DeviceRecord, proof: Proof): void {
  const { kind, value } = proof;
  dropOtherTokens(config, record, proof);
  if (kind === 'signature') record.publicKey = value;
  else {
    record.tokenDigests = [...record.tokenDigests, value].slice(-MAX_TOKENS);
    const key = record.publicKey;
    if (key !== null && mappingByCode(config, longCode(key)) === null) record.publicKey = null;
  }
  record.isReset = false;
}

/**
 * Let go tokens and the key of this server where the config names neither, in favour of a proof whose code it names.
 * Others that it names stay: each shows its own screen.
 * @returns whether any went
 */
export function dropOtherTokens(config: ConfigSnapshot, record: DeviceRecord, { value }: Proof): boolean {
  const before = record.tokenDigests.length;
  const kept = record.tokenDigests.filter(
    (digest) => digest === value || mappingByCode(config, codeOfDigest(Buffer.from(digest, 'hex'))) !== null,
  );
  record.tokenDigests = kept;
  if (record.apiKey !== null && !kept.includes(sha256Hex(record.apiKey))) record.apiKey = null;
  return kept.length < before;
}

/** Note who uses the record now. Another user must not get the pictures of the one before. */
export function useBy(record: DeviceRecord, code: string | null, nowMs: number): void {
  if (record.registrationCode !== code) {
    record.registrationCode = code;
    record.lastContent = null;
    record.lastGood = null;
    record.failing = null;
  }
  record.lastUsedMs = nowMs;
  record.lastSeenMs = nowMs;
}

/** True for a device that has a credential which this server did not make. */
export function hasOwn(record: DeviceRecord): boolean {
  const made = record.apiKey === null ? null : sha256Hex(record.apiKey);
  const pinnedOnly = made === null && record.publicKey !== null;
  return pinnedOnly || record.tokenDigests.some((digest) => digest !== made);
}
