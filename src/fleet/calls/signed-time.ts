/** Checks the signed calls of devices in the mode `ed25519`: time, signature, and that no call is sent twice. */

import type { SignatureVersion } from '../../domain/config-snapshot.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { AppError } from '../../platform/base/errors.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { SignatureCredential } from './credential.ts';
import { isSigned } from './ed25519.ts';

/** No text that is signed in another protocol, or in version 1, begins like this. */
const PREFIX = 'stipple-request-v2';

/** What version 1 signs: the time as 8 bytes, big-endian, then the 32 key bytes. */
function timeAndKey({ publicKey, timestampMs }: SignatureCredential): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.writeBigUInt64BE(BigInt(timestampMs));
  bytes.write(publicKey, 8, 'hex');
  return bytes;
}

/** What version 2 signs: seven lines, joined by line feeds. */
function requestLines(id: DeviceId, { publicKey, timestampMs, request }: SignatureCredential): Buffer {
  const { method, target, body } = request;
  return Buffer.from([PREFIX, timestampMs, publicKey, method, target, id, sha256Hex(body)].join('\n'));
}

/** Whether a call is signed by the key that it names; its time may be any. */
export function isSignedCall(id: DeviceId, credential: SignatureCredential): boolean {
  const message = credential.version === 1 ? timeAndKey(credential) : requestLines(id, credential);
  return isSigned(credential.publicKey, message, credential.signature);
}

/** Why a signed call was refused. */
export class SignatureRefusal extends AppError {
  readonly reason: 'version' | 'time' | 'signature' | 'repeated';

  constructor(reason: SignatureRefusal['reason'], detail?: string) {
    super('invalid_device_signature', detail === undefined ? {} : { detail });
    this.reason = reason;
  }
}

/** Remembers which signed times were used, so that no call can be repeated. */
export class SignedTimes {
  /** `key timestamp` of accepted calls. */
  readonly #used = new Names();
  /** Times of calls that were refused for another reason. They are kept apart, because strangers can make any number of them. */
  readonly #refused = new Names();

  /**
   * Check a call, without remembering it.
   * @throws {SignatureRefusal}
   * @throws {AppError} overloaded when more come than can be remembered
   */
  check(id: DeviceId, credential: SignatureCredential, minVersion: SignatureVersion, nowMs: number): void {
    const { version, timestampMs } = credential;
    if (version < minVersion) {
      const detail = `X-Signature-Version: expected ${minVersion}, got ${version}.`;
      throw new SignatureRefusal('version', detail);
    }
    if (Math.abs(nowMs - timestampMs) > LIMITS.signedTimeWindowMs) {
      const detail = `X-Timestamp: expected a time within ${LIMITS.signedTimeWindowMs / 1000} seconds of ${nowMs}, got ${timestampMs}; ask /api/time.`;
      throw new SignatureRefusal('time', detail);
    }
    if (!isSignedCall(id, credential)) throw new SignatureRefusal('signature');
    this.#used.forget(nowMs);
    this.#refused.forget(nowMs);
    const name = nameOf(credential);
    if (this.#used.has(name) || this.#refused.has(name)) {
      throw new SignatureRefusal('repeated', 'This X-Timestamp was used before.');
    }
    if (this.#used.size >= LIMITS.signedTimes) throw new AppError('overloaded');
  }

  /** Remember a call that was checked. */
  remember(credential: SignatureCredential, accepted: boolean, nowMs: number): void {
    const names = accepted ? this.#used : this.#refused;
    // A time from the future stays valid for up to two windows.
    names.add(nameOf(credential), nowMs + 2 * LIMITS.signedTimeWindowMs);
    if (!accepted && names.size > LIMITS.refusedSignedTimes) names.forgetOldest();
  }
}

/** The same for both versions: a time can be used once. */
function nameOf({ publicKey, timestampMs }: SignatureCredential): string {
  return `${publicKey} ${timestampMs}`;
}

interface Name {
  readonly name: string;
  readonly untilMs: number;
}

/** Names that are kept for a time. Adding and forgetting take constant time on average. */
class Names {
  readonly #names = new Set<string>();
  /** The oldest first, from `#start` on. The entries before are forgotten, and removed now and then. */
  #line: Name[] = [];
  #start = 0;

  get size(): number {
    return this.#names.size;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string, untilMs: number): void {
    this.#names.add(name);
    this.#line.push({ name, untilMs });
  }

  /** Forget what is too old. */
  forget(nowMs: number): void {
    while ((this.#line[this.#start]?.untilMs ?? nowMs) < nowMs) this.forgetOldest();
  }

  forgetOldest(): void {
    const oldest = this.#line[this.#start];
    if (oldest === undefined) return;
    this.#names.delete(oldest.name);
    this.#start++;
    if (this.#start < 1_000 || this.#start * 2 < this.#line.length) return;
    this.#line = this.#line.slice(this.#start);
    this.#start = 0;
  }
}
