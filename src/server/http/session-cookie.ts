/** The cookie that has the session of a browser. */
import type { Request, Response } from 'express';
import { CONSOLE_LIMITS } from '../../admin/access/console-limits.ts';
import { isSessionForm, type Session, type Sessions } from '../../admin/access/sessions.ts';
import { parseUrl } from '../../platform/base/url.ts';

/** Browsers take the first name with TLS only, and from this very host: no other program of the domain can set it. */
const NAMES = { tls: '__Host-stipple', plain: 'stipple' } as const;

/** The ports that browsers leave out of an address. */
const USUAL_PORTS: ReadonlySet<string> = new Set(['80', '443']);

/** Where the application keeps the public URL. */
export const PUBLIC_URL = 'public url';

/** The session of a request, and the text that it stands in. */
export interface ShownSession extends Session {
  readonly value: string;
}

/** The session that a request shows; null for none, or one that has ended. */
export function sessionOf(request: Request, sessions: Sessions): ShownSession | null {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  for (const name of namesFor(request)) {
    for (const value of cookieValues(cookie, name)) {
      const session = sessions.find(value);
      if (session !== null) return { ...session, value };
    }
  }
  return null;
}

/** The first values under a name in a `Cookie` header that have the form of a session. */
export function cookieValues(header: string, name: string): readonly string[] {
  const begin = `${name}=`;
  const found: string[] = [];
  for (const pair of header.split(';')) {
    const text = pair.trim();
    if (text.startsWith(begin) && isSessionForm(text.slice(begin.length)))
      found.push(text.slice(begin.length));
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
  setCookies(response, value, seconds);
}

/** Let the browser forget its session. */
export function clearSession(response: Response): void {
  setCookies(response, '', 0);
}

function setCookies(response: Response, value: string, seconds: number): void {
  const cookies = namesFor(response.req).map((name) => {
    const secure = name.startsWith(NAMES.tls) ? '; Secure' : '';
    return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  });
  response.setHeader('Set-Cookie', cookies.length === 1 ? (cookies[0] ?? '') : cookies);
}

/** The names for a call, each with the port that was called. */
function namesFor(request: Request): readonly string[] {
  return kindsFor(request).map((name) => name + portSuffix(request));
}

/** Browsers send a cookie to all ports of a host: by the port in its name the servers there leave each other's alone. */
function portSuffix({ host }: Request): string {
  const [, port] = /:(\d{1,5})$/.exec(host ?? '') ?? [];
  return port === undefined || USUAL_PORTS.has(port) ? '' : `-${port}`;
}

/**
 * The kinds of names for a call. With TLS as Express sees it, which believes proxies that are trusted, or where the call is for the
 * host of an https public URL, the first one alone. For other hosts of such a server it cannot be told whether a proxy with
 * TLS has changed the name of the host: then both, of which browsers keep what they may.
 */
function kindsFor(request: Request): readonly (typeof NAMES)[keyof typeof NAMES][] {
  const url: string | null | undefined = request.app.get(PUBLIC_URL);
  const isPublic = url?.startsWith('https:') ?? false;
  if (request.secure || (isPublic && isHostOf(request, url ?? ''))) return [NAMES.tls];
  return isPublic ? [NAMES.tls, NAMES.plain] : [NAMES.plain];
}

/** A browser says which host it calls; only its own proxy may say another. */
function isHostOf({ host }: Request, url: string): boolean {
  return host?.toLowerCase().replace(/:443$/, '') === parseUrl(url)?.host;
}
