/** Signed URLs: path, expiry and an HMAC over both. Firmware sends no other credential reliably with an image call. */
import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { secretsEqual } from '../base/hash.ts';
import { LIMITS } from '../base/limits.ts';
import type { ContentHash } from '../domain/content-hash.ts';

const SECRET_BYTES = 32;
const SIGNATURE = /^[0-9a-f]{64}$/;
const EXPIRY = /^[0-9]{1,12}$/;

export class UrlSigner {
  readonly #key: Buffer;

  /** @param secret shared by servers that serve the same devices; null makes one for this process */
  constructor(secret: string | null) {
    this.#key = secret === null ? randomBytes(SECRET_BYTES) : Buffer.from(secret, 'utf8');
  }

  /** Path and query of a picture, good for an hour. */
  sign(hash: ContentHash, nowMs: number): string {
    const path = imagePath(hash);
    const expiry = Math.floor(nowMs / 1000) + LIMITS.signedUrlSeconds;
    return `${path}?exp=${expiry}&sig=${this.#signature(path, expiry)}`;
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
      secretsEqual(signature[0] ?? '', this.#signature(imagePath(hash), seconds)) &&
      now <= seconds &&
      seconds - now <= LIMITS.signedUrlSeconds + LIMITS.signedUrlSlackSeconds;
    if (!accepted) throw new AppError('invalid_signature');
  }

  #signature(path: string, expiry: number): string {
    return createHmac('sha256', this.#key).update(`${path}\n${expiry}`).digest('hex');
  }
}

function imagePath(hash: string): string {
  return `/api/image/${hash}.png`;
}
