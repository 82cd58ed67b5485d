/** Who is behind a call of the admin API or the console: by a token, by the session of a browser, or from the machine itself. */
import type { Request, Response } from 'express';
import type { AdminGate } from '../access/admin-gate.ts';
import type { NewSession, Sessions } from '../access/sessions.ts';
import { AppError } from '../base/errors.ts';
import { type AdminCaller, LOCAL_CALLER } from '../domain/admin-token.ts';
import { readBearer } from './bearer.ts';
import { isLocalCall } from './local-caller.ts';
import { isSafe, originProblem } from './same-origin.ts';
import { type ShownSession, sessionOf, setSession } from './session-cookie.ts';

/** What says who may come in. */
export interface Door {
  readonly gate: AdminGate;
  readonly sessions: Sessions;
  /** Whether calls from the machine itself need no token. */
  readonly isOpenToLoopback: boolean;
}

/** A call that was let in. */
export interface Admission {
  readonly caller: AdminCaller;
  /** False once the token or the session is good no more. */
  mayStay(): boolean;
}

/** Whose token a call shows. @returns null where nobody has it */
export function admitToken(token: Uint8Array, { gate }: Pick<Door, 'gate'>): Admission | null {
  const caller = gate.find(token);
  return caller === null ? null : { caller, mayStay: () => gate.find(token) !== null };
}

/** Who calls without a token, by a session that may have been renewed; null for a stranger. */
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
 * here, and no sooner, than from the admin API, which answers each with 401 or not.
 */
export function isAdmin(request: Request, door: Pick<Door, 'gate' | 'sessions'>): boolean {
  const { authorization, cookie } = request.headers;
  // Devices send neither header: nothing more is done for them.
  if (authorization === undefined && cookie === undefined) return false;
  const token = readBearer(request);
  return token === undefined ? sessionOf(request, door.sessions) !== null : door.gate.find(token) !== null;
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
