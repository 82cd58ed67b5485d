/** Checks the signed times of devices in the mode `ed25519` (RFC 8032). */
import { createPublicKey, verify } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { LIMITS } from '../base/limits.ts';
import type { SignatureCredential } from './credential.ts';

/** A raw key as SubjectPublicKeyInfo: these bytes, then the key (RFC 8410 §4). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** The bytes that a device signs: the time as 8 bytes, big-endian, then its 32 key bytes. */
function signedBytes(publicKey: string, timestampMs: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.writeBigUInt64BE(BigInt(timestampMs));
  bytes.write(publicKey, 8, 'hex');
  return bytes;
}

/** Remembers which signed times were used, so that nobody can send one again. */
export class SignedTimes {
  /** `key timestamp` to the time when it falls out of the window, the oldest first. */
  readonly #used = new Map<string, number>();

  /**
   * Accept a signed time once.
   * @throws {AppError} invalid_device_signature; overloaded when more come than can be remembered
   */
  accept({ publicKey, signature, timestampMs }: SignatureCredential, nowMs: number): void {
    if (Math.abs(nowMs - timestampMs) > LIMITS.signedTimeWindowMs) {
      const detail = `X-Timestamp: expected a time within ${LIMITS.signedTimeWindowMs / 1000} seconds of ${nowMs}, got ${timestampMs}; ask /api/time.`;
      throw new AppError('invalid_device_signature', { detail });
    }
    if (!isSigned(publicKey, timestampMs, signature)) throw new AppError('invalid_device_signature');
    this.#forget(nowMs);
    const name = `${publicKey} ${timestampMs}`;
    if (this.#used.has(name)) {
      throw new AppError('invalid_device_signature', { detail: 'This X-Timestamp was used before.' });
    }
    if (this.#used.size >= LIMITS.signedTimes) throw new AppError('overloaded');
    // A time from the future stays valid for up to two windows.
    this.#used.set(name, nowMs + 2 * LIMITS.signedTimeWindowMs);
  }

  #forget(nowMs: number): void {
    for (const [name, untilMs] of this.#used) {
      if (untilMs >= nowMs) return;
      this.#used.delete(name);
    }
  }
}

function isSigned(publicKey: string, timestampMs: number, signature: Buffer): boolean {
  try {
    const der = Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, 'hex')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, signedBytes(publicKey, timestampMs), key, signature);
  } catch {
    // Not every 32 bytes are a point of the curve.
    return false;
  }
}
