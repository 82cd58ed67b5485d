/** What a route of the admin API takes from a request. */
import type { Response } from 'express';
import type { AdminCall } from '../admin/admin-api.ts';
import { requestLog } from './request-context.ts';

/** Where a call logs. */
export function callOf(response: Response): AdminCall {
  return { log: requestLog(response) };
}

/** The `{key}` of a path, decoded. */
export function keyOf(params: Readonly<Record<string, string | string[] | undefined>>): string {
  return String(params['key']);
}
