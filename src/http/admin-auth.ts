/** Lets only callers with the admin token use the admin API. Without a token there is no admin API. */
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
    else {
      check(request, expected);
      next();
    }
  };
}

/** @throws {AppError} unauthorized */
function check(request: Request, expected: string): void {
  const values = request.headersDistinct['authorization'] ?? [];
  const given = values.length === 1 ? BEARER.exec(values[0] ?? '')?.[1] : undefined;
  // Node decodes headers as Latin-1: this gives the bytes that were sent.
  if (given !== undefined && secretsEqual(Buffer.from(given, 'latin1'), expected)) return;
  const error = values.length === 0 ? '' : ', error="invalid_token"';
  throw new AppError('unauthorized', {
    headers: { 'WWW-Authenticate': `Bearer realm="admin"${error}` },
  });
}
