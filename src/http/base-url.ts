/** The address under which devices reach this server: the beginning of every `image_url`. */
import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import { AppError } from '../base/errors.ts';

const HOST_NAME =
  /^(?=.{1,253}(?::|$))(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.?)+(?::\d{1,5})?$/;
const BRACKETED = /^\[([0-9A-Fa-f:.]{2,45})\](?::\d{1,5})?$/;
const MAX_PORT = 65_535;

/**
 * Scheme and host of a request, or the public URL from the settings. Forwarding headers count only where Express
 * trusts the proxy that sent them.
 * @throws {AppError} invalid_host
 */
export function baseUrl(request: Request, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  if ((request.headersDistinct['host']?.length ?? 0) !== 1) throw new AppError('invalid_host');
  const host: string | undefined = request.host;
  if (host === undefined || !isHost(host)) throw new AppError('invalid_host');
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
}

/** True for a host name, an IPv4 address or a bracketed IPv6 address, each with an optional port. */
export function isHost(text: string): boolean {
  const port = /:(\d{1,5})$/.exec(text)?.[1];
  if (port !== undefined && !text.endsWith(']') && Number(port) > MAX_PORT) return false;
  const address = BRACKETED.exec(text)?.[1];
  return address === undefined ? HOST_NAME.test(text) : isIPv6(address);
}
