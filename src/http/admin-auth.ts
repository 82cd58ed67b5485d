/** Tells who calls the admin API: who shows a token, or a session of the console. Without any token there is no admin API. */
import type { Request, RequestHandler, Response } from 'express';
import type { AuditTrail } from '../access/audit-trail.ts';
import { AppError, tooManyAttempts } from '../base/errors.ts';
import { admit } from './admin-access.ts';
import { type Admission, admitToken, admitWithoutToken, type Door } from './admission.ts';
import { readBearer } from './bearer.ts';
import { addressOf } from './call-context.ts';
import { notFound } from './error-handler.ts';

export interface AdminAuth extends Door {
  readonly audit: AuditTrail;
  /** Counts wrong tokens; false for one too many from an address. */
  readonly attempts: { take(address: string, nowMs: number): boolean };
}

/** Accept requests with a token or a session. A right one is never held back, whatever came from its address before. */
export function adminAuth(auth: AdminAuth, publicUrl: string | null): RequestHandler {
  return (request, response, next) => {
    if (!auth.gate.isThere()) notFound(request);
    const admission = admissionOf(response, auth, publicUrl);
    admit(response, admission.caller, auth.audit);
    response.locals['mayStay'] = admission.mayStay;
    next();
  };
}

function admissionOf(response: Response, auth: AdminAuth, publicUrl: string | null): Admission {
  const { req: request } = response;
  const token = readBearer(request);
  const admission =
    token === undefined ? admitWithoutToken(response, auth, publicUrl) : admitToken(token, auth);
  if (admission !== null) return admission;
  // Without a token nothing was guessed: a session that has ended is no guess.
  if (token !== undefined) countWrongToken(request, auth);
  throw refusal(request);
}

/**
 * Count a token that nobody has.
 * @throws {AppError} too_many_attempts
 */
export function countWrongToken(request: Request, { audit, attempts }: AdminAuth): void {
  const nowMs = Date.now();
  audit.countWrong(nowMs);
  if (!attempts.take(addressOf(request), nowMs)) throw tooManyAttempts();
}

/** True while the token or the session of a call that was accepted is still good. For answers that take long. */
export function mayStay({ locals }: Response): boolean {
  return (locals as { mayStay?: () => boolean }).mayStay?.() === true;
}

function refusal({ headers }: Request): AppError {
  const error = headers.authorization === undefined ? '' : ', error="invalid_token"';
  return new AppError('unauthorized', {
    headers: { 'WWW-Authenticate': `Bearer realm="admin"${error}` },
  });
}
