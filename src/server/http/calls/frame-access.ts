/** What the calls of a frame have in common: the token, and what keeps the address to who has it. */
import type { Request, Response } from 'express';
import { readBearer } from '../bearer.ts';
import type { SecurityScheme } from '../openapi/security-schemes.ts';
import { readQuery } from '../request-url.ts';

/** How a call shows the token. */
export const FRAME_SECURITY: readonly SecurityScheme[] = ['frameToken', 'frameBearer', 'framePassword'];

/** The parts of the path. */
export const FRAME_PARAMS = {
  key: {
    description:
      'Name of a frame; or MAC address or registration code of a device whose entry has `frame_tokens`',
    schema: { type: 'string', examples: ['hallway'] },
  },
};

/** The address may hold the token: no other site is to see it, and no search engine to list it. */
export function setFramePrivacy(response: Response): void {
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex');
  response.setHeader('Vary', 'Authorization');
}

/** That of the query, as a proxy may use the header for itself; else that of the header. Null where there is none. */
export function readFrameToken(request: Request): string | null {
  const [first = null, ...more] = readQuery(request).getAll('token');
  // Twice is no token at all.
  if (more.length > 0) return '';
  return first ?? readBearer(request)?.toString('utf8') ?? readPassword(request);
}

/** RFC 7617; the scheme in any case. */
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/** The password of Basic authentication, whatever the user: cameras and browsers know no other. Null where there is none. */
function readPassword(request: Request): string | null {
  const values = request.headersDistinct['authorization'] ?? [];
  const given = values.length === 1 ? BASIC.exec(values[0] ?? '')?.[1] : undefined;
  if (given === undefined) return null;
  const text = Buffer.from(given, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : text.slice(colon + 1);
}
