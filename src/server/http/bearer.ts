/** The token of an `Authorization` header. */
import type { Request } from 'express';

/** RFC 6750, section 2.1; the scheme in any case (RFC 9110, section 11.1). Tokens may contain spaces. */
const BEARER = /^bearer +([^ ].*)$/is;

/** The bytes of the token that was sent; undefined where there is none, or more than one. */
export function readBearer(request: Request): Buffer | undefined {
  const values = request.headersDistinct['authorization'] ?? [];
  const given = values.length === 1 ? BEARER.exec(values[0] ?? '')?.[1] : undefined;
  // Node decodes headers as Latin-1: this gives the bytes that were sent.
  return given === undefined ? undefined : Buffer.from(given, 'latin1');
}
