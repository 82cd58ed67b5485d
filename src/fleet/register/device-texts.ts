/** A device record as the state store keeps it: an identity, which changes seldom, and a contact, which each call changes. */

import { restoreNames } from '../../domain/announced-names.ts';
import { type ContentHash, parseContentHash } from '../../domain/content-hash.ts';
import { restoreFailureRun, restoreLastFailure } from '../../domain/failure-run.ts';
import { restoreTally } from '../../domain/hour-point.ts';
import { parseRegistrationCode, shortCode } from '../../domain/registration-code.ts';
import { restoreReport } from '../../domain/report.ts';
import { readPlainObject } from '../../platform/base/plain.ts';
import { type DeviceRecord, newFriendlyId } from './device-record.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Identity = Pick<
  DeviceRecord,
  | 'apiKey'
  | 'tokenDigests'
  | 'publicKey'
  | 'friendlyId'
  | 'registrationCode'
  | 'isReset'
  | 'firstUsedMs'
  | 'wasNamed'
  | 'firstSeenMs'
>;
type Contact = Omit<DeviceRecord, keyof Identity | 'id' | 'firstUsedMs'>;

const DIGEST = /^[0-9a-f]{64}$/;
/** IPv4, IPv6, with or without zone. */
const ADDRESS = /^[\da-f.:]{2,45}(?:%[\w.-]{1,32})?$/i;
const HEX = /^[0-9a-f]{1,64}$/;

/** The identity of a record; equal texts for equal identities. */
export function identityText(record: DeviceRecord): string {
  const { apiKey, tokenDigests, publicKey, friendlyId, registrationCode, isReset } = record;
  const { firstUsedMs, wasNamed, firstSeenMs } = record;
  return JSON.stringify({
    apiKey,
    tokenDigests,
    publicKey,
    friendlyId,
    registrationCode,
    isReset,
    firstUsedMs,
    wasNamed,
    firstSeenMs,
  } satisfies Identity);
}

/** The codes that a device can be found by. */
export function codesOf({ registrationCode: code }: DeviceRecord): readonly string[] {
  return code === null ? [] : [...new Set([code, shortCode(code)])];
}

/** What a record says of the last call. */
export function contactText(record: DeviceRecord): string {
  const { lastUsedMs, lastOwnUseMs, address, toldRefreshSeconds, report, lastSeenMs } = record;
  const { lastContent, lastGood, toldNames, failing, lastFailure, hour } = record;
  return JSON.stringify({
    lastUsedMs,
    lastOwnUseMs,
    address,
    toldRefreshSeconds,
    report,
    lastSeenMs,
    lastContent,
    lastGood,
    toldNames,
    failing,
    lastFailure,
    hour,
  } satisfies Contact);
}

/** True for a text of the form that `identityText` writes: from any other one, a device could lose the tokens that guard it. */
export function isIdentity(text: string): boolean {
  const kept = readPlainObject(text);
  if (kept === null) return false;
  const { apiKey, tokenDigests, publicKey, registrationCode, firstUsedMs, wasNamed } = kept;
  return (
    isAbsentOr(apiKey, HEX) &&
    isAbsentOr(publicKey, DIGEST) &&
    (registrationCode == null || codeOf(registrationCode) !== null) &&
    (firstUsedMs == null || timeOf(firstUsedMs) !== null) &&
    (wasNamed === undefined || typeof wasNamed === 'boolean') &&
    Array.isArray(tokenDigests) &&
    tokenDigests.every((digest) => matching(digest, DIGEST) !== null)
  );
}

function isAbsentOr(value: unknown, pattern: RegExp): boolean {
  return value == null || matching(value, pattern) !== null;
}

/** Put a stored identity into a record. What has not the form that `identityText` writes counts as absent. */
export function applyIdentity(record: DeviceRecord, text: string): void {
  const kept = readPlainObject(text) ?? {};
  const firstSeenMs = timeOf(kept['firstSeenMs']) ?? record.firstSeenMs;
  const isFree = kept['isReset'] === true;
  const identity: Writable<Identity> = {
    apiKey: matching(kept['apiKey'], HEX),
    tokenDigests: Array.isArray(kept['tokenDigests'])
      ? kept['tokenDigests'].filter((digest): digest is string => matching(digest, DIGEST) !== null)
      : [],
    publicKey: matching(kept['publicKey'], DIGEST),
    friendlyId: matching(kept['friendlyId'], HEX) ?? (record.friendlyId || newFriendlyId()),
    registrationCode: codeOf(kept['registrationCode']),
    isReset: isFree,
    // An earlier version did not write it: its devices are as old as their first call.
    firstUsedMs: 'firstUsedMs' in kept ? timeOf(kept['firstUsedMs']) : isFree ? null : firstSeenMs,
    wasNamed: kept['wasNamed'] === true,
    firstSeenMs,
  };
  Object.assign(record, identity);
}

/** Put a stored contact into a record, as `applyIdentity`. */
export function applyContact(record: DeviceRecord, text: string): void {
  const kept = readPlainObject(text) ?? {};
  const contact: Contact = {
    lastUsedMs: timeOf(kept['lastUsedMs']),
    lastOwnUseMs: timeOf(kept['lastOwnUseMs']),
    address: matching(kept['address'], ADDRESS),
    toldRefreshSeconds: timeOf(kept['toldRefreshSeconds']),
    report: restoreReport(kept['report']),
    lastSeenMs: timeOf(kept['lastSeenMs']) ?? record.lastSeenMs,
    lastContent: hashOf(kept['lastContent']),
    lastGood: hashOf(kept['lastGood']),
    toldNames: restoreNames(kept['toldNames']),
    failing: restoreFailureRun(kept['failing']),
    lastFailure: restoreLastFailure(kept['lastFailure']),
    hour: restoreTally(kept['hour']),
  };
  Object.assign(record, contact);
}

function matching(value: unknown, pattern: RegExp): string | null {
  return typeof value === 'string' && pattern.test(value) ? value : null;
}

function codeOf(value: unknown): string | null {
  return typeof value === 'string' ? parseRegistrationCode(value) : null;
}

function timeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function hashOf(value: unknown): ContentHash | null {
  return typeof value === 'string' ? parseContentHash(value) : null;
}
