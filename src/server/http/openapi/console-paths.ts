/** The paths of the console that are calls, for the OpenAPI document. */
import { loginSchema, sessionSchema } from '../schemas/console.ts';
import { errors, json, jsonBody, type PathItem } from './parts.ts';

const OWN_PAGE =
  'Only for pages of this server: with `Sec-Fetch-Site: same-origin`, or without that header an `Origin` that is the address of the server.';

const COOKIE = {
  'Set-Cookie': {
    description: '`__Host-stipple` with TLS, else `stipple`: not for scripts, and for this site only',
    schema: { type: 'string' },
  },
};

export const CONSOLE_PATHS: Readonly<Record<string, PathItem>> = {
  '/console/session': {
    get: {
      tags: ['console'],
      operationId: 'getSession',
      summary: 'Who is signed in in this browser',
      description: 'A session that is half over is renewed.',
      responses: {
        200: json(sessionSchema, 'The session, or `signed_in: false`', COOKIE),
        ...errors('not_found', 'invalid_host', 'invalid_header'),
      },
    },
    post: {
      tags: ['console'],
      operationId: 'signIn',
      summary: 'Sign in with a token of the admin API',
      description: `The answer sets the cookie that stands for the token from then on. ${OWN_PAGE}`,
      requestBody: jsonBody(loginSchema),
      responses: {
        200: json(sessionSchema, 'The session', COOKIE),
        ...errors('not_found', 'unauthorized', 'forbidden', 'too_many_attempts'),
        ...errors('invalid_body', 'invalid_host', 'invalid_header'),
        ...errors('body_too_large', 'unsupported_media_type', 'request_timeout', 'overloaded'),
      },
    },
    delete: {
      tags: ['console'],
      operationId: 'signOut',
      summary: 'Sign out of this browser',
      description: OWN_PAGE,
      responses: {
        200: json(sessionSchema, 'The cookie is removed', COOKIE),
        ...errors('not_found', 'forbidden', 'invalid_host', 'invalid_header'),
      },
    },
  },
};
