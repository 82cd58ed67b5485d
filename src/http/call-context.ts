/** Makes the context of a device call: its config, the address at which the device reaches the server, and its log. */
import type { Request, Response } from 'express';
import { deadlineIn } from '../base/deadline.ts';
import { LIMITS } from '../base/limits.ts';
import type { CallContext } from '../device/device-api.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';
import { baseUrl } from './base-url.ts';
import { requestLog } from './request-context.ts';

export interface CallContexts {
  /**
   * @param config the one snapshot that the whole call is answered by
   * @throws {AppError} invalid_host, invalid_header
   */
  of(request: Request, response: Response, config: ConfigSnapshot): CallContext;
}

export function callContexts(publicUrl: string | null): CallContexts {
  return {
    of: (request, response, config) => ({
      config,
      baseUrl: baseUrl(request, publicUrl),
      address: addressOf(request),
      deadline: deadlineIn(LIMITS.deviceCallMs),
      log: requestLog(response),
    }),
  };
}

/** Longest text of an IPv6 address with a zone. */
const MAX_ADDRESS = 64;

/** The caller's address, as trusted proxies give it, cut to a length that addresses have. */
export function addressOf(request: Request): string {
  return (request.ip ?? '').slice(0, MAX_ADDRESS);
}
