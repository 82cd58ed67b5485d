/** What one call does, gathered while it runs and entered into the audit trail when it ends. */
import type { AdminCaller } from '../../domain/admin-token.ts';
import { normalDeviceKey } from '../../domain/frame.ts';
import type { AuditTrail } from './audit-trail.ts';
import { type ConfigChanges, NO_CHANGES } from './config-changes.ts';

/** The call. */
export interface NotedCall {
  readonly caller: AdminCaller;
  readonly address: string;
  readonly requestId: string;
  readonly method: string;
  /** The path that was sent, without its query. */
  readonly path: string;
}

/** Methods whose repeats are counted together: programs push pictures every few minutes. */
const REPEATED = 'PUT';
const FORBIDDEN = 403;
const OK_STATUSES = 300;
const SERVER_ERRORS = 500;

export class AuditNote {
  readonly #trail: AuditTrail;
  readonly #call: NotedCall;
  #changes = NO_CHANGES;
  #hasEnded = false;

  constructor(trail: AuditTrail, call: NotedCall) {
    this.#trail = trail;
    this.#call = call;
  }

  /** Note a change of the config. After the end of a call, whose caller has left, it is an entry of its own. */
  changed({ changes, more, devices }: ConfigChanges): void {
    const before = this.#hasEnded ? NO_CHANGES : this.#changes;
    this.#changes = {
      changes: [...before.changes, ...changes],
      more: before.more + more,
      devices: [...before.devices, ...devices],
    };
    if (this.#hasEnded) this.#enter(null);
  }

  /**
   * The call has ended. What was refused as wrong has changed nothing and is no entry.
   * @param status  null where the caller left before the answer
   */
  ended(status: number | null): void {
    this.#hasEnded = true;
    const isWrong =
      status !== null && status >= OK_STATUSES && status < SERVER_ERRORS && status !== FORBIDDEN;
    if (!isWrong || this.#changes !== NO_CHANGES) this.#enter(status);
  }

  #enter(status: number | null): void {
    const { caller, address, requestId, method, path } = this.#call;
    const isRepeated = this.#changes === NO_CHANGES && (method === REPEATED || status === FORBIDDEN);
    this.#trail[isRepeated ? 'addRepeated' : 'add']({
      ...this.#changes,
      atMs: Date.now(),
      who: caller.name,
      role: caller.role,
      address,
      requestId,
      status,
      action: `${method} ${path}`,
      devices: [...new Set([...deviceOf(path), ...this.#changes.devices])],
    });
  }
}

/** The device that a path names. */
function deviceOf(path: string): readonly string[] {
  const key = /\/devices\/([^/]+)/.exec(path)?.[1];
  if (key === undefined) return [];
  try {
    return [normalDeviceKey(decodeURIComponent(key)) ?? ''].filter((text) => text !== '');
  } catch {
    return [];
  }
}
