/** Tells who has the admin token: only they can use the admin API. Without a token there is no admin API. */
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../base/errors.ts';
import { secretsEqual } from '../base/hash.ts';
import { readBearer } from './bearer.ts';
import { notFound } from './error-handler.ts';

/**
 * Accept requests with the right token.
 * @param token gives the current token, which an edit of the config may change; null while there is none
 */
export function adminAuth(token: () => string | null): RequestHandler {
  return (request, response, next) => {
    const expected = token();
    if (expected === null) notFound(request);
    if (!showsToken(request, expected)) throw refusal(request);
    response.locals['mayStay'] = (): boolean => {
      const now = token();
      return now !== null && showsToken(request, now);
    };
    next();
  };
}

/** True while the token of a call that was accepted is still good. For answers that take long. */
export function mayStay({ locals }: Response): boolean {
  return (locals as { mayStay?: () => boolean }).mayStay?.() === true;
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
  const given = readBearer(request);
  return given !== undefined && secretsEqual(given, expected);
}

function refusal({ headers }: Request): AppError {
  const error = headers.authorization === undefined ? '' : ', error="invalid_token"';
  return new AppError('unauthorized', {
    headers: { 'WWW-Authenticate': `Bearer realm="admin"${error}` },
  });
}
