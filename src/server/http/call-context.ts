/** Makes the context of a device call: its config, the address at which the device reaches the server, and its log. */
import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { CallContext, CalledAddress } from '../../fleet/calls/device-api.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { baseUrl, isHost } from './base-url.ts';
import { requestIdOf, requestLog } from './request-context.ts';

export interface CallContexts {
  /**
   * @param config the one snapshot that the whole call is answered by
   * @throws {AppError} invalid_host, invalid_header
   */
  of(request: Request, response: Response, config: ConfigSnapshot): CallContext;
}

export function callContexts(publicUrl: string | null): CallContexts {
  return {
    of: (request, response, config) => {
      const base = baseUrl(request, publicUrl);
      return {
        config,
        baseUrl: base,
        called: calledAddress(request, publicUrl === null ? base : null),
        requestId: requestIdOf(response),
        address: addressOf(request),
        deadline: deadlineIn(LIMITS.deviceCallMs),
        log: requestLog(response),
      };
    },
  };
}

/** @param base  the address as this call shows it; null where the settings have another one */
function calledAddress(request: Request, base: string | null): CalledAddress {
  const called = base ?? baseOf(request);
  const { 'x-forwarded-host': hosts, 'x-forwarded-proto': schemes } = request.headers;
  if (hosts === undefined && schemes === undefined) return { base: called, forwarded: null };
  const host = lastOf(hosts) ?? request.headers.host ?? '';
  const scheme = lastOf(schemes) ?? request.protocol;
  const isUsable = isHost(host) && ['http', 'https'].includes(scheme);
  const forwarded = isUsable ? `${scheme}://${host}` : null;
  return { base: called, forwarded: called.startsWith(forwarded ?? '') ? null : forwarded };
}

function baseOf(request: Request): string {
  try {
    return baseUrl(request, null);
  } catch {
    return '';
  }
}

/** The value that the last proxy has set. */
function lastOf(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value : value?.at(-1);
  return text?.split(',').at(-1)?.trim();
}

/** Longest text of an IPv6 address with a zone. */
const MAX_ADDRESS = 64;

/**
 * The caller's address, as trusted proxies give it, cut to a length that addresses have; that of the proxy where it gives
 * something else, so that no text of a caller's own makes another caller of him.
 */
export function addressOf(request: Request): string {
  const { headers, socket } = request;
  // Where no proxy says anything there is nothing to weigh; Express would look for it in every call.
  const told = headers['x-forwarded-for'] === undefined ? null : plainAddress(request.ip ?? '');
  return (told ?? socket.remoteAddress ?? '').slice(0, MAX_ADDRESS);
}

/** Some proxies write the port behind the address: a caller has one address, and many ports. */
function plainAddress(text: string): string | null {
  if (isIP(text) !== 0) return text;
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([^:]*):\d{1,5})$/.exec(text) ?? [];
  const bare = inBrackets ?? beforePort ?? '';
  return isIP(bare) === 0 ? null : bare;
}
