/** Signed URLs: path, expiry and an HMAC over both. Firmware sends no other credential reliably with an image call. */
import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { secretsEqual } from '../base/hash.ts';
import { LIMITS } from '../base/limits.ts';
import type { ContentHash } from '../domain/content-hash.ts';

const SECRET_BYTES = 32;
const SIGNATURE = /^[0-9a-f]{64}$/;
const EXPIRY = /^[0-9]{1,12}$/;

/** How long an address is accepted, clocks that were set back included. */
const ACCEPTED_MS = (LIMITS.signedUrlSeconds + LIMITS.signedUrlSlackSeconds) * 1000;

/** Signatures of one second that are kept: more calls than one server answers in it. */
const MAX_SIGNED = 4_096;

/** Former keys that are accepted: nobody rotates more often than every quarter of an hour. */
const FORMER_KEYS = 4;

interface FormerKey {
  readonly key: Buffer;
  readonly untilMs: number;
}

export class UrlSigner {
  #key: Buffer;
  /** Signatures of the present second, by path. */
  readonly #signed = new Map<string, string>();
  #signedExpiry = 0;
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
    this.#signed.clear();
    return true;
  }

  /** Path and query of a picture, good for an hour. */
  sign(hash: ContentHash, nowMs: number): string {
    const path = imagePath(hash);
    const expiry = Math.floor(nowMs / 1000) + LIMITS.signedUrlSeconds;
    return `${path}?exp=${expiry}&sig=${this.#signatureNow(path, expiry)}`;
  }

  /** Devices with one board that call in one second get one address. */
  #signatureNow(path: string, expiry: number): string {
    if (expiry !== this.#signedExpiry || this.#signed.size >= MAX_SIGNED) {
      this.#signed.clear();
      this.#signedExpiry = expiry;
    }
    let signature = this.#signed.get(path);
    if (signature === undefined) {
      signature = signatureOf(this.#key, path, expiry);
      this.#signed.set(path, signature);
    }
    return signature;
  }

  /**
   * Check the query of an image call.
   * @throws {AppError} invalid_signature when a part is missing, repeated, malformed, wrong or expired
   */
  verify(hash: string, query: URLSearchParams, nowMs: number): void {
    const [expiry, signature] = [query.getAll('exp'), query.getAll('sig')];
    const now = Math.floor(nowMs / 1000);
    const seconds = Number(expiry[0]);
    const accepted =
      expiry.length === 1 &&
      signature.length === 1 &&
      EXPIRY.test(expiry[0] ?? '') &&
      SIGNATURE.test(signature[0] ?? '') &&
      this.#isSigned(imagePath(hash), seconds, signature[0] ?? '', nowMs) &&
      now <= seconds &&
      seconds - now <= LIMITS.signedUrlSeconds + LIMITS.signedUrlSlackSeconds;
    if (!accepted) throw new AppError('invalid_signature');
  }

  #isSigned(path: string, expiry: number, signature: string, nowMs: number): boolean {
    if (secretsEqual(signature, signatureOf(this.#key, path, expiry))) return true;
    return this.#former.some(
      ({ key, untilMs }) => nowMs <= untilMs && secretsEqual(signature, signatureOf(key, path, expiry)),
    );
  }
}

function signatureOf(key: Buffer, path: string, expiry: number): string {
  return createHmac('sha256', key).update(`${path}\n${expiry}`).digest('hex');
}

function imagePath(hash: string): string {
  return `/api/image/${hash}.png`;
}
