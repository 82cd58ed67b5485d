/** One entry of the audit trail as it is kept: one JSON text of bounded size. */
import { randomBytes } from 'node:crypto';
import { ACCESS_LIMITS } from '../../config/env/access-limits.ts';
import { ROLES, type Role } from '../../domain/admin-token.ts';
import { isCount, isPlainObject, type PlainValue, readPlainObject } from '../../platform/base/plain.ts';
import { JOURNALS } from '../../state/kinds.ts';
import type { ValueChange } from './config-changes.ts';

/** What somebody has done, or tried to. */
export interface AuditEntry {
  /** Names the entry for cursors. */
  readonly id: string;
  /** In ms since 1970. */
  readonly atMs: number;
  /** Name of the token; the user of the system for a command. */
  readonly who: string;
  /** Null for a command, which needs no token. */
  readonly role: Role | null;
  /** Network address; null for a command. */
  readonly address: string | null;
  readonly requestId: string | null;
  /** Method and path, or the command. */
  readonly action: string;
  /** HTTP status; null for a command, and where the caller left before the answer. */
  readonly status: number | null;
  /** How often this was done since `sinceMs`, of what is counted together. */
  readonly count: number;
  readonly sinceMs: number;
  /** Keys of the devices that it is about, in normal form. */
  readonly devices: readonly string[];
  readonly changes: readonly ValueChange[];
  /** Changes that are not shown: there were too many. */
  readonly more: number;
}

/** An entry that is new. */
export type NewAuditEntry = Omit<AuditEntry, 'id' | 'count' | 'sinceMs'>;

/** An id that no other entry has. */
export function auditId(): string {
  return randomBytes(6).toString('hex');
}

/** The text of an entry. Of one that is too large the last changes, then the last devices, are left out and counted. */
export function auditText(entry: AuditEntry): string {
  const action = entry.action.slice(0, ACCESS_LIMITS.actionCharacters);
  const devices = entry.devices.slice(0, ACCESS_LIMITS.devices);
  for (let kept = entry.changes.length; ; kept--) {
    const changes = entry.changes.slice(0, kept);
    const more = entry.more + entry.changes.length - kept;
    const text = JSON.stringify({ ...entry, action, devices, changes, more });
    if (Buffer.byteLength(text) <= JOURNALS.audit.lineBytes) return text;
    if (kept === 0) return JSON.stringify({ ...entry, action, devices: [], changes, more });
  }
}

/** Null for a text that has not the form that `auditText` writes. */
export function readAuditEntry(text: string): AuditEntry | null {
  const fields = readPlainObject(text) ?? {};
  const { id, atMs, who, action, count, sinceMs, devices, changes, more } = fields;
  const isWhole =
    typeof id === 'string' && typeof who === 'string' && typeof action === 'string' && isCount(atMs);
  if (!isWhole || !isCount(count) || !isCount(sinceMs) || !isCount(more)) return null;
  if (!Array.isArray(devices) || !Array.isArray(changes)) return null;
  return {
    id,
    atMs,
    who,
    action,
    count,
    sinceMs,
    more,
    role: ROLES.find((role) => role === fields['role']) ?? null,
    address: textOrNull(fields['address']),
    requestId: textOrNull(fields['requestId']),
    status: isCount(fields['status']) ? fields['status'] : null,
    devices: devices.filter((device: PlainValue) => typeof device === 'string'),
    changes: changes.flatMap((change: PlainValue) => readChange(change)),
  };
}

function readChange(change: PlainValue): readonly ValueChange[] {
  if (!isPlainObject(change) || typeof change['path'] !== 'string') return [];
  const { path, before, after } = change;
  return [
    {
      path: String(path),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ];
}

function textOrNull(value: PlainValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
