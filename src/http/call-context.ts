/** Makes the context of a device call: under which address the device reaches the server, and where to log. */
import type { Request, Response } from 'express';
import type { CallContext } from '../device/device-api.ts';
import { baseUrl } from './base-url.ts';
import { requestLog } from './request-context.ts';

export interface CallContexts {
  /** @throws {AppError} invalid_host */
  of(request: Request, response: Response): CallContext;
}

export function callContexts(publicUrl: string | null): CallContexts {
  return {
    of: (request, response) => ({ baseUrl: baseUrl(request, publicUrl), log: requestLog(response) }),
  };
}
