/** Tells whose token a call of the admin API shows. Without any token there is no admin API. */
import type { Request, RequestHandler, Response } from 'express';
import type { AdminGate } from '../access/admin-gate.ts';
import type { AuditTrail } from '../access/audit-trail.ts';
import { AppError, tooManyAttempts } from '../base/errors.ts';
import { admit } from './admin-access.ts';
import { readBearer } from './bearer.ts';
import { addressOf } from './call-context.ts';
import { notFound } from './error-handler.ts';

export interface AdminAuth {
  readonly gate: AdminGate;
  readonly audit: AuditTrail;
  /** Counts wrong tokens; false for one too many from an address. */
  readonly attempts: { take(address: string, nowMs: number): boolean };
}

/** Accept requests with a token. A right one is never held back, whatever came from its address before. */
export function adminAuth({ gate, audit, attempts }: AdminAuth): RequestHandler {
  return (request, response, next) => {
    if (!gate.isThere()) notFound(request);
    const given = readBearer(request);
    const caller = given === undefined ? null : gate.find(given);
    if (caller === null) {
      const nowMs = Date.now();
      if (given !== undefined) audit.countWrong(nowMs);
      // Without a token nothing was guessed.
      if (given !== undefined && !attempts.take(addressOf(request), nowMs)) throw tooManyAttempts();
      throw refusal(request);
    }
    admit(response, caller, audit);
    response.locals['mayStay'] = (): boolean => given !== undefined && gate.find(given) !== null;
    next();
  };
}

/** True while the token of a call that was accepted is still good. For answers that take long. */
export function mayStay({ locals }: Response): boolean {
  return (locals as { mayStay?: () => boolean }).mayStay?.() === true;
}

/**
 * True for a caller of any route that shows a token of the admin API. Who tries out tokens learns no more here, and no
 * sooner, than from the admin API, which answers each with 401 or not.
 */
export function isAdmin(request: Request, gate: AdminGate): boolean {
  // Devices do not send the header: nothing more is done for them.
  if (request.headers.authorization === undefined) return false;
  const given = readBearer(request);
  return given !== undefined && gate.find(given) !== null;
}

function refusal({ headers }: Request): AppError {
  const error = headers.authorization === undefined ? '' : ', error="invalid_token"';
  return new AppError('unauthorized', {
    headers: { 'WWW-Authenticate': `Bearer realm="admin"${error}` },
  });
}
