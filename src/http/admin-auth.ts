/** Tells who has the admin token: only they can use the admin API. Without a token there is no admin API. */
import type { Request, RequestHandler } from 'express';
import { AppError } from '../base/errors.ts';
import { secretsEqual } from '../base/hash.ts';
import { notFound } from './error-handler.ts';

/** RFC 6750, section 2.1; the scheme in any case (RFC 9110, section 11.1). Tokens may contain spaces. */
const BEARER = /^bearer +([^ ].*)$/is;

/**
 * Accept requests with the right token.
 * @param token gives the current token, which an edit of the config may change; null while there is none
 */
export function adminAuth(token: () => string | null): RequestHandler {
  return (request, _response, next) => {
    const expected = token();
    if (expected === null) notFound(request);
    if (!showsToken(request, expected)) throw refusal(request);
    next();
  };
}

/**
 * True for a caller of any route that shows the admin token. Who tries out tokens learns no more here, and no sooner,
 * than from the admin API, which answers each with 401 or not.
 * @param token as for `adminAuth`
 */
export function isAdmin(request: Request, token: () => string | null): boolean {
  // Devices do not send the header: nothing more is done for them.
  if (request.headers.authorization === undefined) return false;
  const expected = token();
  return expected !== null && showsToken(request, expected);
}

function showsToken(request: Request, expected: string): boolean {
  const given = bearerToken(request);
  return given !== null && secretsEqual(given, expected);
}

/** The token that a request shows; null where there is none, or more than one. */
export function bearerToken(request: Request): Buffer | null {
  const values = request.headersDistinct['authorization'] ?? [];
  const given = values.length === 1 ? BEARER.exec(values[0] ?? '')?.[1] : undefined;
  // Node decodes headers as Latin-1: this gives the bytes that were sent.
  return given === undefined ? null : Buffer.from(given, 'latin1');
}

function refusal({ headers }: Request): AppError {
  const error = headers.authorization === undefined ? '' : ', error="invalid_token"';
  return new AppError('unauthorized', {
    headers: { 'WWW-Authenticate': `Bearer realm="admin"${error}` },
  });
}
