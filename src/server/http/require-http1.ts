/** Refuses what Node's parser lets pass, and no client of today sends. */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../platform/base/errors.ts';

const HOST = 'host';

/**
 * A call has to be of HTTP/1.0 or 1.1, and to name its host exactly once (RFC 9112, section 3.2): servers and proxies that
 * read such a call in another way could be made to disagree about whom it is for.
 * @throws {AppError} invalid_request, invalid_host
 */
export function requireHttp1({ httpVersion, httpVersionMajor, rawHeaders }: IncomingMessage): void {
  if (httpVersionMajor !== 1) {
    throw new AppError('invalid_request', {
      detail: `Expected HTTP/1.0 or HTTP/1.1, got HTTP/${httpVersion}.`,
    });
  }
  // Not `headersDistinct`, which makes a list of every header of the call.
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at] ?? '')) hosts += 1;
  if (hosts !== 1) {
    throw new AppError('invalid_host', { detail: `Header Host: expected once, got ${hosts} times.` });
  }
}

function isHost(name: string): boolean {
  return name.length === HOST.length && name.toLowerCase() === HOST;
}
