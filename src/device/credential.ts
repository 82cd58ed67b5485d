/** What a device proves itself with: a token, or in the mode `ed25519` a signed time. */

export interface TokenCredential {
  readonly kind: 'token';
  readonly token: string;
}

export interface SignatureCredential {
  readonly kind: 'signature';
  /** 64 lower-case hex characters. */
  readonly publicKey: string;
  /** 64 bytes. */
  readonly signature: Buffer;
  /** Of the device's clock, in ms since 1970. */
  readonly timestampMs: number;
}

export type Credential = TokenCredential | SignatureCredential;
