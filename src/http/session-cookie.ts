/** The cookie that has the session of a browser. */
import type { Request, Response } from 'express';
import type { Session, Sessions } from '../access/sessions.ts';
import { CONSOLE_LIMITS } from '../base/console-limits.ts';

/** Browsers take the first name with TLS only, and from this very host: no other program of the domain can set it. */
const NAMES = { tls: '__Host-stipple', plain: 'stipple' } as const;

/** The session of a request, and the text that it stands in. */
export interface ShownSession extends Session {
  readonly value: string;
}

/** The session that a request shows; null for none, or one that has ended. */
export function sessionOf(request: Request, sessions: Sessions): ShownSession | null {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  for (const value of cookieValues(cookie, nameFor(request))) {
    const session = sessions.find(value);
    if (session !== null) return { ...session, value };
  }
  return null;
}

/** The first values under a name in a `Cookie` header. */
export function cookieValues(header: string, name: string): readonly string[] {
  const begin = `${name}=`;
  const found: string[] = [];
  for (const pair of header.split(';')) {
    const text = pair.trim();
    if (text.startsWith(begin)) found.push(text.slice(begin.length));
    if (found.length >= CONSOLE_LIMITS.cookies) break;
  }
  return found;
}

/** Let the browser keep a session until it ends. */
export function setSession(
  response: Response,
  { value, expiresMs }: { readonly value: string; readonly expiresMs: number },
): void {
  const seconds = Math.max(Math.floor((expiresMs - Date.now()) / 1000), 0);
  setCookie(response, value, seconds);
}

/** Let the browser forget its session. */
export function clearSession(response: Response): void {
  setCookie(response, '', 0);
}

function setCookie(response: Response, value: string, seconds: number): void {
  const { req: request } = response;
  const secure = request.secure ? '; Secure' : '';
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  response.setHeader('Set-Cookie', `${nameFor(request)}=${value}; ${attributes}`);
}

/** With TLS as Express sees it, which believes proxies that are trusted. */
function nameFor({ secure }: Request): string {
  return secure ? NAMES.tls : NAMES.plain;
}
