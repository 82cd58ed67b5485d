/** `/console/session`: who is signed in in this browser, signing in with a token, and signing out. */
import type { Request, Response } from 'express';
import { CONSOLE_LIMITS } from '../../../admin/access/console-limits.ts';
import { type AdminCaller, LOCAL_CALLER, ROLES } from '../../../domain/admin-token.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { LateSchema, type SchemaValue } from '../../../platform/base/late-schema.ts';
import { isPlainObject } from '../../../platform/base/plain.ts';
import { VERSION } from '../../../platform/base/version.ts';
import type { AdminAuth } from '../admin-auth.ts';
import { admitToken, isLocal, renewed, requireFewAttempts, requireOwnPage } from '../admission.ts';
import { baseUrl } from '../base-url.ts';
import { strangerOwner } from '../body-owner.ts';
import { addressOf } from '../call-context.ts';
import { callerPrefix } from '../forwarded-prefix.ts';
import { sendJson } from '../json.ts';
import { readJson } from '../json-body.ts';
import { receiveBody } from '../receive-body.ts';
import { requestIdOf, requestLog } from '../request-context.ts';
import { originProblem } from '../same-origin.ts';
import { clearSession, sessionOf, setSession } from '../session-cookie.ts';
import type { Call } from './call.ts';

const sessionSchema = new LateSchema(
  'ConsoleSession',
  (z) =>
    z.object({
      signed_in: z.boolean(),
      mode: z
        .enum(['server', 'local'])
        .describe('`local` where calls from the machine of the server need no token'),
      name: z.string().describe('Name of the token; absent, as all that follows, for a stranger').optional(),
      role: z.enum(ROLES).optional(),
      // Null for a caller who needs no session.
      expires: z
        .string()
        .nullable()
        .describe('RFC 3339: when the session ends, unless a call renews it; null where none is needed')
        .meta({ format: 'date-time' })
        .optional(),
      version: z.string().optional(),
      base: z.string().describe('The path below which browsers reach the server; empty for none').optional(),
      device_url: z.string().describe('The address to enter in a device').optional(),
    }),
  [
    {
      signed_in: true,
      name: 'anna',
      role: 'author',
      expires: '2026-02-21T21:30:00.000Z',
      mode: 'server',
      version: VERSION,
      base: '/stipple',
      device_url: 'https://display.example/stipple',
    },
    { signed_in: false, mode: 'server' },
  ],
);

const loginSchema = new LateSchema(
  'ConsoleLogin',
  (z) => z.strictObject({ token: z.string().describe('A token of the admin API') }),
  [{ token: 'the admin token' }],
);

const OWN_PAGE =
  'Only for pages of this server: with `Sec-Fetch-Site: same-origin`, or without that header an `Origin` that is the address of the server.';

const COOKIE = {
  'Set-Cookie': {
    description: '`__Host-stipple` with TLS, else `stipple`: not for scripts, and for this site only',
    schema: { type: 'string' },
  },
};

export const getSessionCall: Call = {
  id: 'getSession',
  method: 'GET',
  path: '/console/session',
  tag: 'console',
  summary: 'Who is signed in in this browser',
  description: 'A session that is half over is renewed.',
  answers: {
    200: { description: 'The session, or `signed_in: false`', schema: sessionSchema, headers: COOKIE },
  },
  errors: ['not_found', 'invalid_host', 'invalid_header'],
  serve:
    ({ admin, publicUrl }) =>
    (request, response) => {
      const session = sessionOf(request, admin.sessions);
      const local = isLocal(request, admin) ? { caller: LOCAL_CALLER, expiresMs: null } : null;
      const known = session === null ? local : renewed(response, session, admin.sessions);
      sendJson(response, 200, sessionAnswer(request, known, admin, publicUrl));
    },
};

export const signInCall: Call = {
  id: 'signIn',
  method: 'POST',
  path: '/console/session',
  tag: 'console',
  summary: 'Sign in with a token of the admin API',
  description: `The answer sets the cookie that stands for the token from then on. ${OWN_PAGE}`,
  body: loginSchema,
  answers: { 200: { description: 'The session', schema: sessionSchema, headers: COOKIE } },
  errors: [
    'not_found',
    'unauthorized',
    'forbidden',
    'too_many_attempts',
    'invalid_body',
    'invalid_host',
    'invalid_header',
    'body_too_large',
    'unsupported_media_type',
    'request_timeout',
    'overloaded',
  ],
  serve:
    ({ admin, publicUrl }) =>
    async (request, response) => {
      requireOwnPage(originProblem(request, publicUrl, isLocal(request, admin)));
      requireFewAttempts(request, admin);
      const admission = admitToken(request, await readToken(request, response), admin);
      const session = admission === null ? null : admin.sessions.begin(admission.caller);
      if (session === null) {
        throw new AppError('unauthorized', {
          detail: 'There is no such token of the admin API, or it is void.',
        });
      }
      noteLogin(response, session.caller, admin);
      setSession(response, session);
      sendJson(response, 200, sessionAnswer(request, session, admin, publicUrl));
    },
};

export const signOutCall: Call = {
  id: 'signOut',
  method: 'DELETE',
  path: '/console/session',
  tag: 'console',
  summary: 'Sign out of this browser',
  description: OWN_PAGE,
  answers: { 200: { description: 'The cookie is removed', schema: sessionSchema, headers: COOKIE } },
  errors: ['not_found', 'forbidden', 'invalid_host', 'invalid_header'],
  serve:
    ({ admin, publicUrl }) =>
    (request, response) => {
      requireOwnPage(originProblem(request, publicUrl, isLocal(request, admin)));
      clearSession(response);
      const local = isLocal(request, admin) ? { caller: LOCAL_CALLER, expiresMs: null } : null;
      sendJson(response, 200, sessionAnswer(request, local, admin, publicUrl));
    },
};

/** @param known  who is signed in; null tells nothing but how one does */
function sessionAnswer(
  request: Request,
  known: { readonly caller: AdminCaller; readonly expiresMs: number | null } | null,
  { isOpenToLoopback }: AdminAuth,
  publicUrl: string | null,
): SchemaValue<typeof sessionSchema> {
  const mode = isOpenToLoopback ? 'local' : 'server';
  if (known === null) return { signed_in: false, mode };
  const { caller, expiresMs } = known;
  return {
    signed_in: true,
    name: caller.name,
    role: caller.role,
    expires: expiresMs === null ? null : new Date(expiresMs).toISOString(),
    mode,
    version: VERSION,
    base: callerPrefix(request, publicUrl),
    device_url: baseUrl(request, publicUrl),
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
  requestLog(response).info({ who: name, role }, 'signed in to the console');
  // Programs sign in again and again, and must push nothing out.
  audit.addRepeated({
    atMs: Date.now(),
    who: name,
    role,
    address: addressOf(response.req),
    requestId: requestIdOf(response),
    status: 200,
    action: 'POST /console/session',
    devices: [],
    changes: [],
    more: 0,
  });
}
