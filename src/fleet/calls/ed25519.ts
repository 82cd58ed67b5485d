/**
 * Checks ed25519 signatures (RFC 8032), more strictly than OpenSSL, which accepts keys of small order, with which anybody
 * can sign, and keys that are not encoded in the one right way.
 */
import { createPublicKey, verify } from 'node:crypto';

/** A raw key as SubjectPublicKeyInfo: these bytes, then the key (RFC 8410 §4). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** Prime of the field, and order of the base point (RFC 8032 §5.1). */
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** y of a point of order 8, a root of d y^4 + 2 y^2 - 1; the others of order 8 have it or its negative. */
const Y8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/** y of the points whose order divides 8: 1; 2; 4; 8. Each stands for two values of x, the sign aside. */
const SMALL_ORDER: ReadonlySet<bigint> = new Set([1n, P - 1n, 0n, Y8, P - Y8]);

const SIGN_BIT = 1n << 255n;

/** 32 bytes as a number, the lowest byte first. */
function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** True for a key that is encoded in the one right way and is not of small order. Whether it is a point is not checked. */
export function isSafeKey(key: Buffer): boolean {
  const y = littleEndian(key) & (SIGN_BIT - 1n);
  return y < P && !SMALL_ORDER.has(y);
}

/**
 * Whether a signature is valid.
 * @param publicKey 64 hex characters
 * @param signature 64 bytes: R, then S, which must be below the order of the base point
 */
export function isSigned(publicKey: string, message: Uint8Array, signature: Buffer): boolean {
  const raw = Buffer.from(publicKey, 'hex');
  if (raw.length !== 32 || signature.length !== 64) return false;
  if (!isSafeKey(raw) || littleEndian(signature.subarray(32)) >= L) return false;
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  } catch {
    // The bytes are not a point of the curve.
    return false;
  }
}
