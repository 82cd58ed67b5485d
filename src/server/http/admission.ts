/** Finds out who is behind a call of the admin API or the console: by a token, by the session of a browser, or from the machine itself. */

import type { Request, Response } from 'express';
import type { AdminGate } from '../../admin/access/admin-gate.ts';
import type { AuditTrail } from '../../admin/access/audit-trail.ts';
import type { NewSession, Sessions } from '../../admin/access/sessions.ts';
import { type AdminCaller, LOCAL_CALLER } from '../../domain/admin-token.ts';
import { AppError, tooManyAttempts } from '../../platform/base/errors.ts';
import { readBearer } from './bearer.ts';
import { addressOf } from './call-context.ts';
import { isSafe, originProblem } from './same-origin.ts';
import { type ShownSession, sessionOf, setSession } from './session-cookie.ts';

/** What says who may come in. */
export interface Door {
  readonly gate: AdminGate;
  readonly sessions: Sessions;
  readonly audit: Pick<AuditTrail, 'countWrong'>;
  /** Counts wrong tokens; false for one too many from an address, or from all. */
  readonly attempts: {
    allows(address: string, nowMs: number): boolean;
    take(address: string, nowMs: number): boolean;
  };
  /** Whether calls from the machine itself need no token. */
  readonly isOpenToLoopback: boolean;
}

/** A call that was let in. */
export interface Admission {
  readonly caller: AdminCaller;
  /** False once the token or the session is good no more. */
  mayStay(): boolean;
}

/** Whose token a call shows. @returns null where nobody has it, or where it is not examined after too many wrong ones */
export function admitToken(
  request: Request,
  token: Uint8Array,
  door: Pick<Door, 'gate' | 'audit' | 'attempts'>,
): Admission | null {
  const { gate, audit, attempts } = door;
  const [address, nowMs] = [addressOf(request), Date.now()];
  if (!attempts.allows(address, nowMs)) {
    audit.countWrong(nowMs);
    return null;
  }
  const caller = gate.find(token);
  if (caller !== null) return { caller, mayStay: () => gate.find(token) !== null };
  attempts.take(address, nowMs);
  audit.countWrong(nowMs);
  return null;
}

/**
 * Refuse a call after too many wrong tokens, before anything of it is examined.
 * @throws {AppError} too_many_attempts
 */
export function requireFewAttempts(request: Request, door: Pick<Door, 'audit' | 'attempts'>): void {
  const nowMs = Date.now();
  if (door.attempts.allows(addressOf(request), nowMs)) return;
  door.audit.countWrong(nowMs);
  throw tooManyAttempts();
}

/** Find out who calls without a token, by a session that may have been renewed; null for a stranger. */
export function admitWithoutToken(
  response: Response,
  door: Door,
  publicUrl: string | null,
): Admission | null {
  const { req: request } = response;
  const session = sessionOf(request, door.sessions);
  if (session !== null) {
    if (!isSafe(request)) requireOwnPage(originProblem(request, publicUrl));
    const { caller } = renewed(response, session, door.sessions);
    return { caller, mayStay: () => door.sessions.find(session.value) !== null };
  }
  if (!isLocal(request, door)) return null;
  requireLocalPage(request, publicUrl);
  return { caller: LOCAL_CALLER, mayStay: () => true };
}

/** True for a call without a token from a machine that needs none. */
export function isLocal(request: Request, { isOpenToLoopback }: Pick<Door, 'isOpenToLoopback'>): boolean {
  return isOpenToLoopback && isLocalCall(request);
}

/** The session of a call, renewed where it is half over. */
export function renewed(
  response: Response,
  session: ShownSession,
  sessions: Sessions,
): ShownSession | NewSession {
  const later = sessions.renew(session);
  if (later !== null) setSession(response, later);
  return later ?? session;
}

/**
 * True for a caller of any route that shows a token of the admin API, or a session. Who tries out tokens learns no more
 * here, and no sooner, than from the admin API: wrong ones count as they do there.
 */
export function isAdmin(request: Request, door: Omit<Door, 'isOpenToLoopback'>): boolean {
  const { authorization, cookie } = request.headers;
  // Devices send neither header: nothing more is done for them.
  if (authorization === undefined && cookie === undefined) return false;
  const token = readBearer(request);
  if (token === undefined) return sessionOf(request, door.sessions) !== null;
  return admitToken(request, token, door) !== null;
}

/** Any page of the web can call the machine that it is shown on, and no cookie tells it from ours: so nor may it read. */
function requireLocalPage(request: Request, publicUrl: string | null): void {
  const isTyped = isSafe(request) && request.headers['sec-fetch-site'] === 'none';
  const isPlain = isSafe(request) && request.headers['sec-fetch-site'] === undefined;
  if (!isTyped && !isPlain) requireOwnPage(originProblem(request, publicUrl, true));
}

/** @throws {AppError} forbidden */
export function requireOwnPage(problem: string | null): void {
  if (problem !== null) throw new AppError('forbidden', { detail: problem });
}

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** A page elsewhere may give its own name the address 127.0.0.1, but not one of these names. */
const HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** A proxy on the machine passes on calls of others, who may be elsewhere. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/** True for a call over loopback, to a name that can only mean this machine, which nobody has passed on. */
function isLocalCall({ socket, headers, headersDistinct }: Request): boolean {
  const { remoteAddress = '' } = socket;
  if (remoteAddress !== '::1' && !LOOPBACK.test(remoteAddress)) return false;
  const hosts = headersDistinct['host'] ?? [];
  return (
    hosts.length === 1 && HOST.test(hosts[0] ?? '') && FORWARDING.every((name) => headers[name] === undefined)
  );
}
