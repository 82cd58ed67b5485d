/** What a device proves itself with: a token, or in the mode `ed25519` a signed call. */
import type { SignatureVersion } from '../domain/mapping.ts';

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
  /** Of the device's clock, in ms since 1970. */
  readonly timestampMs: number;
  /** What version 2 signs besides; version 1 does not look at it. */
  readonly request: SignedRequest;
}

/** A request as a device signs it. */
export interface SignedRequest {
  /** Upper case. */
  readonly method: string;
  /** `/api/display` or `/api/log`, with `?` and the query as sent where there is one. */
  readonly target: string;
  /** The body as sent; empty where there is none. */
  readonly body: Uint8Array;
}

export type Credential = TokenCredential | SignatureCredential;
