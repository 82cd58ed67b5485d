/** Enters what a command has changed in the config of the state store into the audit trail. */

import os from 'node:os';
import { auditId, auditText } from '../admin/access/audit-entry.ts';
import { Concealer } from '../admin/access/concealer.ts';
import { describeDifference } from '../admin/access/config-changes.ts';
import type { PlainObject } from '../platform/base/plain.ts';
import { AUDIT_ID, type State } from '../state/state.ts';
import { requireStateError } from '../state/state-error.ts';

/**
 * Enter a change. Where the store takes no entry, the change stays all the same.
 * @param action  the command, such as `stipple config push`
 */
export async function auditCommand(
  { audit }: Pick<State, 'audit'>,
  action: string,
  before: PlainObject,
  after: PlainObject,
): Promise<void> {
  // Screens of other machines are not known here, so no value of a param is shown.
  const changes = describeDifference(before, after, new Concealer(() => null));
  const atMs = Date.now();
  const text = auditText({
    id: auditId(),
    atMs,
    who: ownUserName(),
    role: null,
    address: null,
    requestId: null,
    action,
    status: null,
    count: 1,
    sinceMs: atMs,
    ...changes,
  });
  await audit.append(AUDIT_ID, [text], atMs).catch(requireStateError);
}

/** Containers run users that have no name. */
export function ownUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
