/** What is known of one device. */
import { randomBytes } from 'node:crypto';
import type { AnnouncedName } from '../../domain/announced-names.ts';
import type { ContentHash } from '../../domain/content-hash.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import type { FailureRun, LastFailure } from '../../domain/failure-run.ts';
import type { HourTally } from '../../domain/hour-point.ts';
import { type DeviceReport, NO_REPORT } from '../../domain/report.ts';

export interface DeviceRecord {
  readonly id: DeviceId;
  /** The key that this server made; null for a device that brought a token of its own. */
  apiKey: string | null;
  /** SHA-256 as hex of every token that is accepted: the key that this server made, and tokens that were adopted. */
  tokenDigests: readonly string[];
  /** The ed25519 key that is pinned to the device, 64 hex characters; null while none is. */
  publicKey: string | null;
  readonly friendlyId: string;
  /** The long code of the token or key that was used last; null while there is none. */
  registrationCode: string | null;
  /** True from an admin's reset until a device registers under this address again. */
  isReset: boolean;
  /** First call with the credential that is accepted now, in ms since 1970; null before it. See `isEstablished`. */
  firstUsedMs: number | null;
  /** True from the first call that the config had an entry for under the address of the device. */
  wasNamed: boolean;
  /** Last call with an accepted token or key, in ms since 1970; null before the first. */
  lastUsedMs: number | null;
  /** Last call with a token or key that the device brought, in ms since 1970; null before the first. */
  lastOwnUseMs: number | null;
  /** The network address of the last call with an accepted token or key; null before the first. */
  address: string | null;
  /** The refresh that the device was told last; null before the first display answer. */
  toldRefreshSeconds: number | null;
  /** What the device said of itself, each value the last that it sent. */
  report: DeviceReport;
  /** Time of the first and of the last contact, in ms since 1970. */
  readonly firstSeenMs: number;
  lastSeenMs: number;
  /** The picture that the device was last told to show. */
  lastContent: ContentHash | null;
  /** The last picture that the device was told to show and that was no error screen. */
  lastGood: ContentHash | null;
  /** Pictures that a device with a history was told of, the last one at the end. */
  toldNames: readonly AnnouncedName[];
  /** Failed tries of its screen so far; null when the last try succeeded, and before the first. */
  failing: FailureRun | null;
  /** The last failed try, which stays when the screen works again; null where none is known. */
  lastFailure: LastFailure | null;
  /** The hour of its last poll. */
  hour: HourTally | null;
}

const FRIENDLY_ID_BYTES = 6;

/** The record of a device of which nothing is known. */
export function emptyRecord(id: DeviceId, friendlyId: string, nowMs: number): DeviceRecord {
  return {
    id,
    apiKey: null,
    tokenDigests: [],
    publicKey: null,
    friendlyId,
    registrationCode: null,
    isReset: false,
    firstUsedMs: null,
    wasNamed: false,
    lastUsedMs: null,
    lastOwnUseMs: null,
    address: null,
    toldRefreshSeconds: null,
    report: NO_REPORT,
    firstSeenMs: nowMs,
    lastSeenMs: nowMs,
    lastContent: null,
    lastGood: null,
    toldNames: [],
    failing: null,
    lastFailure: null,
    hour: null,
  };
}

/** A registry record for a device that is seen for the first time. */
export function newRecord(id: DeviceId, nowMs: number): DeviceRecord {
  return emptyRecord(id, newFriendlyId(), nowMs);
}

export function newFriendlyId(): string {
  return randomBytes(FRIENDLY_ID_BYTES).toString('hex');
}
