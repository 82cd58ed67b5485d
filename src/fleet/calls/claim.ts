/** The rules of identity: whether a credential is accepted for a record, and what it changes there. Who gets a key: `setup-policy.ts`. */
import { timingSafeEqual } from 'node:crypto';
import { type ConfigSnapshot, mappingByCode, ownMapping } from '../../domain/config-snapshot.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { codeOfDigest, longCode } from '../../domain/registration-code.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import type { Proof } from './credential.ts';

/** Tokens of one device whose codes the config names. More than one is a mistake, so a few are enough. */
const MAX_TOKENS = 4;

/** What is decided about a credential. */
export type Verdict =
  /** It is accepted already. */
  | 'own'
  /** It is the first of its kind, and is accepted from now on. */
  | 'first'
  /** The config names its code: it replaces the credentials whose codes the config does not name. */
  | 'claim'
  | 'refused'
  /** Not examined: there were too many attempts. */
  | 'held_back';

/** Counts an attempt of a kind; false when it is beyond the limits. */
export type TakeAttempt = (kind: 'newDevices' | 'wrongTokens') => boolean;

/**
 * Judge a proof. Accepted proofs never count as attempts. Neither do those that cannot be guesses: of devices that the
 * config names by address or by long code, which cannot be guessed, and of devices that an admin has reset.
 * @param record null for an address that the registry does not know
 */
export function judgeClaim(
  config: ConfigSnapshot,
  id: DeviceId,
  record: DeviceRecord | null,
  proof: Proof,
  take: TakeAttempt,
): Verdict {
  if (proof.code === null) return 'refused';
  if (record !== null && holdsProof(record, proof)) return 'own';
  if (record !== null && !isFree(record, proof)) return judgeRival(config, id, proof.code, take);
  const isExpected = record?.isReset === true || config.devices.has(id) || config.devices.has(proof.code);
  if (!isExpected && !take('newDevices')) return 'held_back';
  return record !== null || mayRegister(config, id, proof.code) ? 'first' : 'refused';
}

/** Judge a proof under an address for which another one is accepted. */
function judgeRival(config: ConfigSnapshot, id: DeviceId, code: string, take: TakeAttempt): Verdict {
  // An entry by MAC belongs to the first device that came: otherwise the token of any entry by code would open it.
  const mayClaim = !config.devices.has(id);
  if (mayClaim && config.devices.has(code)) return 'claim';
  if (!take('wrongTokens')) return 'held_back';
  return mayClaim && mappingByCode(config, code) !== null ? 'claim' : 'refused';
}

/** Registration is open to everybody, or else to the devices that the config names. */
export function mayRegister(config: ConfigSnapshot, id: DeviceId, code: string | null): boolean {
  return config.registrationEnabled || ownMapping(config, id, code) !== null;
}

/** True for a proof that is accepted for a device. */
export function holdsProof(record: DeviceRecord, { kind, value }: Proof): boolean {
  if (kind === 'signature') return record.publicKey === value;
  return record.tokenDigests.some((digest) => timingSafeEqual(Buffer.from(digest), Buffer.from(value)));
}

/** True when no credential of this kind is accepted yet: after a reset, or after a change of `auth_mode`. */
function isFree(record: DeviceRecord, { kind }: Proof): boolean {
  return kind === 'signature' ? record.publicKey === null : record.tokenDigests.length === 0;
}

/** Accept a proof where no other is accepted. */
export function adopt(record: DeviceRecord, { kind, value }: Proof): void {
  record.firstUsedMs = null;
  if (kind === 'signature') record.publicKey = value;
  else record.tokenDigests = [value];
  record.isReset = false;
}

/** Accept a proof whose code the config names, in place of the credentials whose codes it does not name. */
export function claim(config: ConfigSnapshot, record: DeviceRecord, proof: Proof): void {
  const { kind, value } = proof;
  dropOtherTokens(config, record, proof);
  record.firstUsedMs = null;
  if (kind === 'signature') record.publicKey = value;
  else {
    record.tokenDigests = [...record.tokenDigests, value].slice(-MAX_TOKENS);
    const key = record.publicKey;
    if (key !== null && mappingByCode(config, longCode(key)) === null) record.publicKey = null;
  }
  record.isReset = false;
}

/**
 * Remove tokens, the key of this server included, whose codes the config does not name, in favour of a proof whose code
 * it names. Others that it names stay: each of them shows a screen of its own.
 * @returns whether any were removed
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

/**
 * Note which code uses the record now. A new user must not get the pictures of the user before. Another key beside the one
 * in use (setup gives it to whoever asks) does not make the device a new one: strangers would take its standing.
 */
export function useBy(record: DeviceRecord, code: string | null, nowMs: number): void {
  if (record.registrationCode !== code) {
    record.registrationCode = code;
    record.lastContent = null;
    record.lastGood = null;
    record.failing = null;
  }
  record.firstUsedMs ??= nowMs;
  record.lastUsedMs = nowMs;
  record.lastSeenMs = nowMs;
}

/** True for a record under which a token or a key is accepted. */
export function hasCredential({ tokenDigests, publicKey }: DeviceRecord): boolean {
  return tokenDigests.length > 0 || publicKey !== null;
}

/** True for a device with a credential that this server did not make. */
export function hasOwn(record: DeviceRecord): boolean {
  const made = record.apiKey === null ? null : sha256Hex(record.apiKey);
  const pinnedOnly = made === null && record.publicKey !== null;
  return pinnedOnly || record.tokenDigests.some((digest) => digest !== made);
}
