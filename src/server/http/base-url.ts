/** The address at which devices reach this server: the beginning of every `image_url`. */
import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import { AppError } from '../../platform/base/errors.ts';
import { forwardedPrefix } from './forwarded-prefix.ts';

const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;
const PORT = /:(\d{1,5})$/;
const MAX_NAME_LENGTH = 253;
const MAX_PORT = 65_535;

/**
 * Scheme, host and path prefix of a request, or the public URL from the settings, without a slash at the end. Forwarding
 * headers count only where Express trusts the proxy that sent them.
 * @throws {AppError} invalid_host, invalid_header
 */
export function baseUrl(request: Request, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  if ((request.headersDistinct['host']?.length ?? 0) !== 1) throw new AppError('invalid_host');
  const host: string | undefined = request.host;
  if (host === undefined || !isHost(host)) throw new AppError('invalid_host');
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}${forwardedPrefix(request)}`;
}

/** True for a host name, an IPv4 address or a bracketed IPv6 address, each with an optional port. */
export function isHost(text: string): boolean {
  const port = PORT.exec(text)?.[1];
  if (port !== undefined && Number(port) > MAX_PORT) return false;
  const host = port === undefined ? text : text.slice(0, -port.length - 1);
  // No zone (`%eth0`): it has a meaning only on the machine that wrote it.
  if (host.startsWith('[')) return host.endsWith(']') && !host.includes('%') && isIPv6(host.slice(1, -1));
  return isHostName(host);
}

/** Labels are tested one by one: a single pattern for all of them would take exponential time on some names. */
function isHostName(host: string): boolean {
  if (host.length === 0 || host.length > MAX_NAME_LENGTH) return false;
  const labels = (host.endsWith('.') ? host.slice(0, -1) : host).split('.');
  return labels.every((label) => LABEL.test(label));
}
