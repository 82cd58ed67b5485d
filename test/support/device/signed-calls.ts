/** Signs calls as devices do, in both versions of the scheme. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';

export interface DeviceKey {
  readonly privateKey: KeyObject;
  /** 64 hex characters. */
  readonly hex: string;
}

export function newKey(): DeviceKey {
  return withHex(generateKeyPairSync('ed25519').privateKey);
}

/** The key of a seed of 64 hex characters. */
export function keyOfSeed(seed: string): DeviceKey {
  const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
  return withHex(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

function withHex(privateKey: KeyObject): DeviceKey {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { privateKey, hex: der.subarray(-32).toString('hex') };
}

/** Version 1: the time and the key. */
export function signTime(key: DeviceKey, timestampMs: number): Record<string, string> {
  const bytes = Buffer.alloc(40);
  bytes.writeBigUInt64BE(BigInt(timestampMs));
  bytes.write(key.hex, 8, 'hex');
  return {
    'X-Public-Key': key.hex,
    'X-Signature': sign(null, bytes, key.privateKey).toString('hex'),
    'X-Timestamp': String(timestampMs),
  };
}

export interface Request {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly mac: string;
  readonly body?: string;
}

/** The text that version 2 signs. */
export function requestText(
  key: DeviceKey,
  timestampMs: number,
  { method, target, mac, body = '' }: Request,
): string {
  const digest = createHash('sha256').update(body).digest('hex');
  return ['stipple-request-v2', timestampMs, key.hex, method, target, mac, digest].join('\n');
}

/** Version 2: the whole request. */
export function signRequest(key: DeviceKey, timestampMs: number, request: Request): Record<string, string> {
  const text = Buffer.from(requestText(key, timestampMs, request));
  return {
    'X-Signature-Version': '2',
    'X-Public-Key': key.hex,
    'X-Signature': sign(null, text, key.privateKey).toString('hex'),
    'X-Timestamp': String(timestampMs),
  };
}
