/** Tells who calls the admin API: who shows a token, or a session of the console. Without any token there is no admin API. */
import type { Request, RequestHandler, Response } from 'express';
import type { AuditTrail } from '../../admin/access/audit-trail.ts';
import { AppError } from '../../platform/base/errors.ts';
import { admit } from './admin-access.ts';
import { type Admission, admitToken, admitWithoutToken, type Door, requireFewAttempts } from './admission.ts';
import { readBearer } from './bearer.ts';
import { notFound } from './error-handler.ts';

export interface AdminAuth extends Door {
  readonly audit: AuditTrail;
}

/**
 * Accept requests with a token or a session. After too many wrong tokens no token is examined: the answer to a right one
 * would tell it to whoever guesses. A session cannot be guessed, and is never held back.
 */
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
  // Without a token nothing is guessed: a session that has ended is no guess.
  if (token !== undefined) requireFewAttempts(request, auth);
  const admission =
    token === undefined ? admitWithoutToken(response, auth, publicUrl) : admitToken(request, token, auth);
  if (admission !== null) return admission;
  throw refusal(request);
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
