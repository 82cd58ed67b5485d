/** What the check of the token leaves for the routes of the admin API: who calls, and where to note what they do. */
import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { AuditNote } from '../../admin/access/audit-note.ts';
import type { AuditTrail } from '../../admin/access/audit-trail.ts';
import { type AdminOperation, isWrite } from '../../admin/admin-call.ts';
import { type AdminCaller, mayAct, type Role } from '../../domain/admin-token.ts';
import { AppError } from '../../platform/base/errors.ts';
import { addressOf } from './call-context.ts';
import { requestIdOf } from './request-context.ts';
import { fullPath } from './request-url.ts';

interface Access {
  readonly caller: AdminCaller;
  readonly audit: AuditTrail;
  note: AuditNote | null;
}

/** Keep who calls, for the routes. */
export function admit({ locals }: Response, caller: AdminCaller, audit: AuditTrail): void {
  const access: Access = { caller, audit, note: null };
  locals['access'] = access;
}

/** Returns who calls. */
export function callerOf(response: Response): AdminCaller {
  return accessOf(response).caller;
}

/** The name of its token; null where the call is none of the admin API. */
export function callerNameOf(response: ServerResponse & Partial<Pick<Response, 'locals'>>): string | null {
  const access = response.locals?.['access'] as Access | undefined;
  return access?.caller.name ?? null;
}

/** Where to note what a call changes; null for one that changes nothing. */
export function noteOf(response: Response): AuditNote | null {
  return accessOf(response).note;
}

/**
 * Let a call pass, if its token may make it; a write is entered into the audit trail when it ends, refused or not.
 * @throws {AppError} forbidden
 */
export function permit(response: Response, operation: AdminOperation): void {
  const access = accessOf(response);
  const { req: request } = response;
  if (isWrite(operation)) {
    const note = new AuditNote(access.audit, {
      caller: access.caller,
      address: addressOf(request),
      method: request.method,
      path: fullPath(request),
      requestId: requestIdOf(response),
    });
    access.note = note;
    response.once('close', () => note.ended(response.writableFinished ? response.statusCode : null));
  }
  const detail = roleProblem(access.caller.role, operation.role);
  if (detail !== null) throw new AppError('forbidden', { detail });
}

/** Why a role is not enough; null when it is. */
export function roleProblem(role: Role, least: Role): string | null {
  if (mayAct(role, least)) return null;
  const article = (name: Role): string => (name === 'viewer' ? 'a viewer' : `an ${name}`);
  return `This needs the role ${least}; this token is ${article(role)}.`;
}

function accessOf({ locals }: Response): Access {
  return locals['access'] as Access;
}
