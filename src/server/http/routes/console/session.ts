/** `/console/session`: who is signed in in this browser, signing in with a token, and signing out. */
import type { Request, RequestHandler, Response, Router } from 'express';
import { CONSOLE_LIMITS } from '../../../../admin/access/console-limits.ts';
import { type AdminCaller, LOCAL_CALLER } from '../../../../domain/admin-token.ts';
import { AppError } from '../../../../platform/base/errors.ts';
import { isPlainObject } from '../../../../platform/base/plain.ts';
import { VERSION } from '../../../../platform/base/version.ts';
import type { AdminAuth } from '../../admin-auth.ts';
import { admitToken, isLocal, renewed, requireFewAttempts, requireOwnPage } from '../../admission.ts';
import { baseUrl } from '../../base-url.ts';
import { strangerOwner } from '../../body-owner.ts';
import { addressOf } from '../../call-context.ts';
import { callerPrefix } from '../../forwarded-prefix.ts';
import { sendJson } from '../../json.ts';
import { readJson } from '../../json-body.ts';
import { receiveBody } from '../../receive-body.ts';
import { requestIdOf, requestLog } from '../../request-context.ts';
import { route } from '../../route.ts';
import { originProblem } from '../../same-origin.ts';
import type { ConsoleSession } from '../../schemas/console.ts';
import { clearSession, sessionOf, setSession } from '../../session-cookie.ts';

export function consoleSessionRoute(router: Router, auth: AdminAuth, publicUrl: string | null): void {
  const get: RequestHandler = (request, response) => {
    const session = sessionOf(request, auth.sessions);
    const local = isLocal(request, auth) ? { caller: LOCAL_CALLER, expiresMs: null } : null;
    const known = session === null ? local : renewed(response, session, auth.sessions);
    sendJson(response, 200, sessionAnswer(request, known, auth, publicUrl));
  };
  const post: RequestHandler = async (request, response) => {
    requireOwnPage(originProblem(request, publicUrl, isLocal(request, auth)));
    requireFewAttempts(request, auth);
    const admission = admitToken(request, await readToken(request, response), auth);
    const session = admission === null ? null : auth.sessions.begin(admission.caller);
    if (session === null) {
      throw new AppError('unauthorized', {
        detail: 'There is no such token of the admin API, or it is void.',
      });
    }
    noteLogin(response, session.caller, auth);
    setSession(response, session);
    sendJson(response, 200, sessionAnswer(request, session, auth, publicUrl));
  };
  const end: RequestHandler = (request, response) => {
    requireOwnPage(originProblem(request, publicUrl, isLocal(request, auth)));
    clearSession(response);
    const local = isLocal(request, auth) ? { caller: LOCAL_CALLER, expiresMs: null } : null;
    sendJson(response, 200, sessionAnswer(request, local, auth, publicUrl));
  };
  route(router, '/console/session', { get, post, delete: end });
}

/** @param known  who is signed in; null tells nothing but how one does */
function sessionAnswer(
  request: Request,
  known: { readonly caller: AdminCaller; readonly expiresMs: number | null } | null,
  { isOpenToLoopback }: AdminAuth,
  publicUrl: string | null,
): ConsoleSession {
  const mode = isOpenToLoopback ? 'local' : 'server';
  if (known === null) return { signed_in: false, mode };
  const { caller, expiresMs } = known;
  return {
    ...{ signed_in: true, name: caller.name, role: caller.role },
    ...{ expires: expiresMs === null ? null : new Date(expiresMs).toISOString(), mode, version: VERSION },
    ...{ base: callerPrefix(request, publicUrl), device_url: baseUrl(request, publicUrl) },
  };
}

/**
 * The token of a body, as bytes.
 * @throws {AppError} invalid_body, body_too_large, unsupported_media_type
 */
async function readToken(request: Request, response: Response): Promise<Buffer> {
  request.body = await receiveBody(request, response, CONSOLE_LIMITS.loginBytes, strangerOwner(request));
  const body = readJson(request);
  const token = isPlainObject(body) && Object.keys(body).length === 1 ? body['token'] : undefined;
  if (typeof token === 'string') return Buffer.from(token, 'utf8');
  throw new AppError('invalid_body', {
    // What came may be a token in the wrong place, and is not repeated.
    detail: 'Expected a map with the field token alone, which is a text.',
  });
}

function noteLogin(response: Response, { name, role }: AdminCaller, { audit }: AdminAuth): void {
  const [address, requestId] = [addressOf(response.req), requestIdOf(response)];
  requestLog(response).info({ who: name, role }, 'signed in to the console');
  // Who signs in again and again, as programs do, pushes nothing out.
  audit.addRepeated({
    ...{ atMs: Date.now(), who: name, role, address, requestId, status: 200 },
    ...{ action: 'POST /console/session', devices: [], changes: [], more: 0 },
  });
}
