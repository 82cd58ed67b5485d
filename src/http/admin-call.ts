/** What a route of the admin API takes from a request. */
import type { Request, Response } from 'express';
import type { AdminCall } from '../admin/admin-api.ts';
import { addressOf } from './call-context.ts';
import { requestLog } from './request-context.ts';

/** Where the call comes from, and where it logs. */
export function callOf(response: Response): AdminCall {
  return { address: addressOf(response.req), log: requestLog(response) };
}

/** The `{key}` of a path, decoded. */
export function deviceKeyOf({ params }: Request): string {
  return String(params['key']);
}

/** The `{handle}` of a path, decoded. */
export function repoHandleOf({ params }: Request): string {
  return String(params['handle']);
}
