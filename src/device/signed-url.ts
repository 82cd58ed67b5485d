/** Signed URLs: path, expiry, the device that is told of it, and an HMAC over these. Firmware sends no other credential reliably with an image call. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { secretsEqual } from '../base/hash.ts';
import { LIMITS } from '../base/limits.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import { type DeviceId, parseShortDeviceId, shortDeviceId } from '../domain/device-id.ts';

const SECRET_BYTES = 32;
const SIGNATURE = /^[0-9a-f]{64}$/;
const EXPIRY = /^[0-9]{1,12}$/;

/** How long an address is accepted, clocks that were set back included. */
const ACCEPTED_MS = (LIMITS.signedUrlSeconds + LIMITS.signedUrlSlackSeconds) * 1000;

/** Former keys that are accepted: nobody rotates more often than every quarter of an hour. */
const FORMER_KEYS = 4;

interface FormerKey {
  readonly key: Buffer;
  readonly untilMs: number;
}

export class UrlSigner {
  #key: Buffer;
  /** The latest first. */
  #former: readonly FormerKey[] = [];

  /** @param secret shared by servers that serve the same devices; null makes one for this process */
  constructor(secret: string | null) {
    this.#key = secret === null ? randomBytes(SECRET_BYTES) : Buffer.from(secret, 'utf8');
  }

  /**
   * Sign with another secret from now on. Addresses that devices have been told stay good until they expire.
   * @returns false when it is the same secret
   */
  rotate(secret: string, nowMs: number): boolean {
    const key = Buffer.from(secret, 'utf8');
    if (secretsEqual(key, this.#key)) return false;
    const retired = { key: this.#key, untilMs: nowMs + ACCEPTED_MS };
    this.#former = [retired, ...this.#former].slice(0, FORMER_KEYS);
    this.#key = key;
    return true;
  }

  /**
   * A key for another purpose, of the secret that signs now. It tells nothing of the secret, nor of keys for other
   * purposes.
   */
  keyFor(purpose: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#key, '', `stipple key\n${purpose}`, SECRET_BYTES));
  }

  /**
   * Path and query of a picture, good for an hour.
   * @param device  that is told of it: a server that does not know the picture makes one for it. Null for nobody's picture
   */
  sign(hash: ContentHash, device: DeviceId | null, nowMs: number): string {
    const path = imagePath(hash);
    const expiry = Math.floor(nowMs / 1000) + LIMITS.signedUrlSeconds;
    const name = device === null ? null : shortDeviceId(device);
    const signature = signatureOf(this.#key, signedText(path, expiry, name));
    return `${path}?exp=${expiry}${name === null ? '' : `&dev=${name}`}&sig=${signature}`;
  }

  /**
   * Check the query of an image call.
   * @returns the device that was told of the picture; null where the address names none
   * @throws {AppError} invalid_signature when a part is missing, repeated, malformed, wrong or expired
   */
  verify(hash: string, query: URLSearchParams, nowMs: number): DeviceId | null {
    const [expiry, signature, device] = [query.getAll('exp'), query.getAll('sig'), query.getAll('dev')];
    const now = Math.floor(nowMs / 1000);
    const seconds = Number(expiry[0]);
    const name = device[0] ?? null;
    const accepted =
      expiry.length === 1 &&
      signature.length === 1 &&
      device.length <= 1 &&
      EXPIRY.test(expiry[0] ?? '') &&
      SIGNATURE.test(signature[0] ?? '') &&
      this.#isSigned(signedText(imagePath(hash), seconds, name), signature[0] ?? '', nowMs) &&
      now <= seconds &&
      seconds - now <= LIMITS.signedUrlSeconds + LIMITS.signedUrlSlackSeconds;
    if (!accepted) throw new AppError('invalid_signature');
    return name === null ? null : parseShortDeviceId(name);
  }

  #isSigned(text: string, signature: string, nowMs: number): boolean {
    if (secretsEqual(signature, signatureOf(this.#key, text))) return true;
    return this.#former.some(
      ({ key, untilMs }) => nowMs <= untilMs && secretsEqual(signature, signatureOf(key, text)),
    );
  }
}

/** When an address was told, by the clock of the server that told it and to the second. */
export function toldMs(query: URLSearchParams): number {
  return (Number(query.get('exp')) - LIMITS.signedUrlSeconds) * 1000;
}

function signatureOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function signedText(path: string, expiry: number, device: string | null): string {
  return `${path}\n${expiry}${device === null ? '' : `\n${device}`}`;
}

function imagePath(hash: string): string {
  return `/api/image/${hash}.png`;
}
