/** What a route of the admin API takes from a request. */
import type { Response } from 'express';
import type { AdminCall } from '../admin/admin-api.ts';
import { addressOf } from './call-context.ts';
import { requestLog } from './request-context.ts';

/** From where the call comes, and where it logs. */
export function callOf(response: Response): AdminCall {
  return { address: addressOf(response.req), log: requestLog(response) };
}

/** The `{key}` of a path, decoded. */
export function keyOf(params: Readonly<Record<string, string | string[] | undefined>>): string {
  return String(params['key']);
}
