/** How a device proves its identity: by a token, or in the mode `ed25519` by a signed call. */

import type { SignatureVersion } from '../../domain/config-snapshot.ts';
import { codeOfDigest, longCode } from '../../domain/registration-code.ts';
import { sha256 } from '../../platform/base/hash.ts';

export interface TokenCredential {
  readonly kind: 'token';
  readonly token: string;
}

export interface SignatureCredential {
  readonly kind: 'signature';
  readonly version: SignatureVersion;
  /** 64 lower-case hex characters. */
  readonly publicKey: string;
  /** 64 bytes. */
  readonly signature: Buffer;
  /** Time of the device's clock, in ms since 1970. */
  readonly timestampMs: number;
  /** What version 2 signs as well; version 1 ignores it. */
  readonly request: SignedRequest;
}

/** The parts of a request that a device signs. */
export interface SignedRequest {
  /** Upper case. */
  readonly method: string;
  /** `/api/display` or `/api/log`, with `?` and the query as sent where there is one. */
  readonly target: string;
  /** The body as sent; empty where there is none. */
  readonly body: Uint8Array;
}

export type Credential = TokenCredential | SignatureCredential;

/** A credential as records keep it. Signatures are checked before. */
export interface Proof {
  readonly kind: Credential['kind'];
  /** SHA-256 of the token as hex, or the public key. */
  readonly value: string;
  /** The long registration code; null for an empty token, which proves nothing. */
  readonly code: string | null;
}

/** The proof of a credential. */
export function proofOf(credential: Credential): Proof {
  if (credential.kind === 'signature') {
    const { kind, publicKey } = credential;
    return { kind, value: publicKey, code: longCode(publicKey) };
  }
  const { kind, token } = credential;
  const digest = sha256(token);
  return { kind, value: digest.toString('hex'), code: token === '' ? null : codeOfDigest(digest) };
}
