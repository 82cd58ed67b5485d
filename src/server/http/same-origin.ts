/**
 * Whether a call comes from a page of this server. Browsers send a cookie by themselves, and reach the machine that they
 * run on: so what such a call may change has to be asked for by our own page.
 */

import type { Request } from 'express';
import { quoteShort } from '../../platform/base/one-line.ts';
import { parseUrl } from '../../platform/base/url.ts';
import { baseUrl } from './base-url.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** True for a method that changes nothing. */
export function isSafe({ method }: Request): boolean {
  return SAFE_METHODS.has(method);
}

/**
 * Why a call is not from a page of this server; null when it is.
 * @param mayBeBare  a call with neither header passes, as programs make it and no browser does
 */
export function originProblem(request: Request, publicUrl: string | null, mayBeBare = false): string | null {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) {
    if (site === 'same-origin') return null;
    return `Header Sec-Fetch-Site: expected same-origin, got ${quoteShort(String(site))}; only a page of this server may make this call.`;
  }
  if (origin === undefined) {
    if (mayBeBare) return null;
    return 'Expected the header Sec-Fetch-Site: same-origin, or Origin with the address of this server, got neither; a program sends its token in the header Authorization instead of the cookie.';
  }
  const own = ownOrigins(request, publicUrl);
  if (own.includes(origin)) return null;
  return `Header Origin: expected ${own.join(' or ')}, got ${quoteShort(origin)}; only a page of this server may make this call. Behind a proxy, see PUBLIC_URL and TRUST_PROXY.`;
}

/** The address that was called, and that of the settings: a proxy may not tell the former. */
function ownOrigins(request: Request, publicUrl: string | null): readonly string[] {
  const called = originOf(baseUrl(request, null));
  return publicUrl === null ? [called] : [...new Set([called, originOf(publicUrl)])];
}

/** Without the port that the scheme has anyway, as browsers write it. */
function originOf(url: string): string {
  return parseUrl(url)?.origin ?? url;
}
