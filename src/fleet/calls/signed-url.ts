/** Signed URLs: path, expiry, the device that is told of it and what it said, and an HMAC over these. Firmware sends no other credential reliably with an image call. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { ContentHash } from '../../domain/content-hash.ts';
import { type DeviceId, parseShortDeviceId, shortDeviceId } from '../../domain/device-id.ts';
import { AppError } from '../../platform/base/errors.ts';
import { secretsEqual } from '../../platform/base/hash.ts';
import { LIMITS } from '../../platform/base/limits.ts';

const SECRET_BYTES = 32;
const SIGNATURE = /^[0-9a-f]{64}$/;
const EXPIRY = /^[0-9]{1,12}$/;
/** What was said, and its tag. */
const SAID = /^[A-Za-z0-9_-]{20,240}$/;
/**
 * What was said has an HMAC of its own, over the whole address: older servers take the address by the other one, and look no
 * further. Twelve bytes of it cannot be guessed within the hour that an address lasts.
 */
const TAG_BYTES = 12;
/** The longest URL that the modem of a device takes, in characters. */
const MOST_URL = 231;
/** All of an address but its base and what was said. */
const BARE_URL = 142;
const SAID_NAME = '&say=';

/** The bytes of a report that an address can carry behind a base URL. */
export function saidRoom(baseUrl: string): number {
  const characters = MOST_URL - BARE_URL - SAID_NAME.length - baseUrl.length;
  return Math.floor((characters * 3) / 4) - TAG_BYTES;
}

/** What a good address says. */
export interface ToldAddress {
  /** That was told of the picture; null where the address names none. */
  readonly device: DeviceId | null;
  /** What that said, as `packSaid` has written it; null where nothing was. */
  readonly said: Uint8Array | null;
}

/** Length of the mark of a secret: enough to tell some servers apart. */
const MARK_CHARACTERS = 12;

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

  /** Tells whether servers sign with the same secret, and nothing of it. */
  get mark(): string {
    return Buffer.from(this.keyFor('mark')).toString('hex').slice(0, MARK_CHARACTERS);
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
   * @param said  what that said and the picture shows, within `saidRoom`
   */
  sign(hash: ContentHash, device: DeviceId | null, nowMs: number, said: Uint8Array | null = null): string {
    const path = imagePath(hash);
    const expiry = Math.floor(nowMs / 1000) + LIMITS.signedUrlSeconds;
    const name = device === null ? null : shortDeviceId(device);
    const text = signedText(path, expiry, name);
    const signature = signatureOf(this.#key, text);
    const query = `exp=${expiry}${name === null ? '' : `&dev=${name}`}&sig=${signature}`;
    if (name === null || said === null) return `${path}?${query}`;
    const tagged = Buffer.concat([said, tagOf(this.#key, text, said)]).toString('base64url');
    return `${path}?${query}${SAID_NAME}${tagged}`;
  }

  /**
   * Check the query of an image call.
   * @throws {AppError} invalid_signature when a part is missing, repeated, malformed, wrong or expired
   */
  verify(hash: string, query: URLSearchParams, nowMs: number): ToldAddress {
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
    const text = signedText(imagePath(hash), seconds, name);
    return {
      device: name === null ? null : parseShortDeviceId(name),
      said: this.#saidOf(query.getAll('say'), text, nowMs),
    };
  }

  /** True for an address that a device was told by this server, or by one with its secret, and whose time is over. */
  isExpired(hash: string, query: URLSearchParams, nowMs: number): boolean {
    const [expiry = '', signature = ''] = [query.get('exp') ?? '', query.get('sig') ?? ''];
    if (!EXPIRY.test(expiry) || !SIGNATURE.test(signature) || Number(expiry) >= Math.floor(nowMs / 1000))
      return false;
    return this.#isSigned(signedText(imagePath(hash), Number(expiry), query.get('dev')), signature, nowMs);
  }

  #saidOf(values: readonly string[], text: string, nowMs: number): Uint8Array | null {
    const [value] = values;
    if (value === undefined) return null;
    const bytes = values.length === 1 && SAID.test(value) ? Buffer.from(value, 'base64url') : null;
    const said = bytes?.subarray(0, -TAG_BYTES);
    const tag = bytes?.subarray(-TAG_BYTES);
    if (said === undefined || tag === undefined || bytes?.toString('base64url') !== value)
      throw new AppError('invalid_signature');
    const keys = [this.#key, ...this.#former.filter(({ untilMs }) => nowMs <= untilMs).map(({ key }) => key)];
    if (keys.some((key) => secretsEqual(tag, tagOf(key, text, said)))) return said;
    throw new AppError('invalid_signature');
  }

  #isSigned(text: string, signature: string, nowMs: number): boolean {
    if (secretsEqual(signature, signatureOf(this.#key, text))) return true;
    return this.#former.some(
      ({ key, untilMs }) => nowMs <= untilMs && secretsEqual(signature, signatureOf(key, text)),
    );
  }
}

/** When an address was told, by the clock of the server that told it and to the second. */
export function addressAnnouncedMs(query: URLSearchParams): number {
  return (Number(query.get('exp')) - LIMITS.signedUrlSeconds) * 1000;
}

function signatureOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function tagOf(key: Buffer, text: string, said: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`stipple said\n${text}\n`)
    .update(said)
    .digest()
    .subarray(0, TAG_BYTES);
}

function signedText(path: string, expiry: number, device: string | null): string {
  return `${path}\n${expiry}${device === null ? '' : `\n${device}`}`;
}

function imagePath(hash: string): string {
  return `/api/image/${hash}.png`;
}
