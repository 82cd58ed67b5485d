/** Tells in whose share the body of a call, or its answer, counts. */
import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { networkOf } from '../../fleet/calls/attempts.ts';
import { callerNameOf, callerOf } from './admin-access.ts';
import type { BodyOwner } from './body-budget.ts';
import { addressOf } from './call-context.ts';

/** A caller who is not known before the whole body is there counts with its network. */
export function strangerOwner(request: Request): BodyOwner {
  return { kind: 'stranger', name: networkOf(addressOf(request)) };
}

/** A caller of the admin API counts by the name of its token. */
export function adminOwner(response: Response): BodyOwner {
  return { kind: 'admin', name: callerOf(response).name };
}

/** An answer counts by the token of its caller, or by the network of one without. */
export function readerOf(response: ServerResponse): BodyOwner {
  const name = callerNameOf(response) ?? networkOf(response.req.socket.remoteAddress ?? '');
  return { kind: 'reader', name };
}
