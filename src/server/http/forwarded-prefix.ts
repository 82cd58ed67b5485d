/** The path below which a proxy serves this server: what it takes off the beginning of every path. */

import type { Request } from 'express';
import { AppError } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { oneLine } from '../../platform/base/one-line.ts';
import { parseUrl } from '../../platform/base/url.ts';

/** Nothing that has to be escaped in an address, a header or a page. */
const SEGMENT = /^[A-Za-z0-9._~-]+$/;

/**
 * The prefix that a trusted proxy names in `X-Forwarded-Prefix`, such as `/stipple`; empty without one. Proxies behind
 * each other add a value each, the outermost first: joined, they are the path that the caller used.
 * @throws {AppError} invalid_header when a trusted proxy sends anything but plain paths
 */
export function forwardedPrefix(request: Request): string {
  const header = request.headers['x-forwarded-prefix'];
  if (header === undefined || !isFromTrustedProxy(request)) return '';
  const text = String(header);
  const values = text.split(',').map((value) => value.trim().replace(/\/$/, ''));
  const prefix = values.join('');
  if (prefix.length <= LIMITS.forwardedPrefixCharacters && values.every(isPlainPath)) return prefix;
  throw new AppError('invalid_header', {
    detail: `Header X-Forwarded-Prefix: expected a path such as /stipple, of letters, digits, ".", "_", "~" and "-", with at most ${LIMITS.forwardedPrefixCharacters} characters, got ${JSON.stringify(oneLine(text, 40))}.`,
  });
}

/**
 * The path below which browsers reach this server, without a slash at its end: that of the public URL, or else what a
 * trusted proxy tells; empty for none.
 * @throws {AppError} invalid_header
 */
export function callerPrefix(request: Request, publicUrl: string | null): string {
  const path = publicPath(publicUrl);
  return path === '' ? forwardedPrefix(request) : path;
}

/** The path of the public URL, without a slash at its end; empty for none. */
export function publicPath(publicUrl: string | null): string {
  return publicUrl === null ? '' : (parseUrl(publicUrl)?.pathname ?? '').replace(/\/$/, '');
}

/** Whether the other end of the connection is a proxy whose forwarding headers count, as Express decides it for the host. */
function isFromTrustedProxy({ app, socket }: Request): boolean {
  const isTrusted = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  return isTrusted(socket.remoteAddress, 0);
}

/** An empty one too, which adds nothing. */
function isPlainPath(path: string): boolean {
  if (path === '') return true;
  const [before, ...segments] = path.split('/');
  return before === '' && segments.every((name) => SEGMENT.test(name) && name !== '.' && name !== '..');
}
