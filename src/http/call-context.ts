/** Makes the context of a device call: under which address the device reaches the server, and where to log. */
import type { Request, Response } from 'express';
import { deadlineIn } from '../base/deadline.ts';
import { LIMITS } from '../base/limits.ts';
import type { CallContext } from '../device/device-api.ts';
import { baseUrl } from './base-url.ts';
import { requestLog } from './request-context.ts';

export interface CallContexts {
  /** @throws {AppError} invalid_host */
  of(request: Request, response: Response): CallContext;
}

export function callContexts(publicUrl: string | null): CallContexts {
  return {
    of: (request, response) => ({
      baseUrl: baseUrl(request, publicUrl),
      address: addressOf(request),
      deadline: deadlineIn(LIMITS.deviceCallMs),
      log: requestLog(response),
    }),
  };
}

/** Longest text of an IPv6 address with a zone. */
const MAX_ADDRESS = 64;

/** The caller's address, as the trusted proxies tell it; they may say anything of any length. */
export function addressOf(request: Request): string {
  return (request.ip ?? '').slice(0, MAX_ADDRESS);
}
