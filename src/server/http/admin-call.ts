/** What a route of the admin API takes from a request. */
import type { Request, Response } from 'express';
import type { AdminCall } from '../../admin/admin-api.ts';
import { callerOf, noteOf } from './admin-access.ts';
import { addressOf } from './call-context.ts';
import { requestLog } from './request-context.ts';

/** Who calls and from where, and where the call logs and notes what it changes. */
export function callOf(response: Response): AdminCall {
  return {
    ...{ caller: callerOf(response), address: addressOf(response.req), log: requestLog(response) },
    noteChange: (changes) => noteOf(response)?.changed(changes),
  };
}

/** The `{key}` of a path, decoded. */
export function deviceKeyOf({ params }: Request): string {
  return String(params['key']);
}

/** The states that a change is meant for, as the caller names them; null for any. */
export function expectedOf({ headers }: Request): string | null {
  return headers['if-match'] ?? null;
}

/** The `{handle}` of a path, decoded. */
export function repoHandleOf({ params }: Request): string {
  return String(params['handle']);
}
