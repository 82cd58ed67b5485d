/** Calls from the machine itself, for a server that needs no token from there. */
import type { Request } from 'express';

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** A page elsewhere may give its own name the address 127.0.0.1, but not one of these names. */
const HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** A proxy on the machine passes on calls of others, who may be elsewhere. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/** True for a call over loopback, to a name that can only mean this machine, which nobody has passed on. */
export function isLocalCall({ socket, headers, headersDistinct }: Request): boolean {
  const { remoteAddress = '' } = socket;
  if (remoteAddress !== '::1' && !LOOPBACK.test(remoteAddress)) return false;
  const hosts = headersDistinct['host'] ?? [];
  return (
    hosts.length === 1 && HOST.test(hosts[0] ?? '') && FORWARDING.every((name) => headers[name] === undefined)
  );
}
