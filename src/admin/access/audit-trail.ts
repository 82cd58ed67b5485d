/**
 * The audit trail says who has changed what. It is kept in the state store, where all servers see it. Entries are written behind the answer, one
 * after the other, and wait where the store is away.
 */

import { ACCESS_LIMITS } from '../../config/env/access-limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { mainTurns, type Slices } from '../../platform/base/turns.ts';
import { BufferedJournal } from '../../state/buffered-journal.ts';
import { JOURNALS } from '../../state/kinds.ts';
import { AUDIT_ID, type JournalState } from '../../state/state.ts';
import { type AuditEntry, auditId, auditText, type NewAuditEntry, readAuditEntry } from './audit-entry.ts';

/** Calls with tokens that nobody has, on this server. */
export interface WrongTokens {
  readonly count: number;
  /** Time of the last one, in ms since 1970; null for none. */
  readonly lastMs: number | null;
}

export class AuditTrail {
  readonly #lines: BufferedJournal;
  readonly #log: Logger;
  /** By what is repeated. */
  readonly #repeats = recentlyUsed<string, { count: number; readonly sinceMs: number }>(
    ACCESS_LIMITS.repeated,
  );
  #wrong: WrongTokens = { count: 0, lastMs: null };

  constructor(journal: JournalState, log: Logger) {
    const { bytes } = JOURNALS.audit;
    this.#lines = new BufferedJournal(journal, {
      bytes: 2 * bytes,
      inventedBytes: bytes,
      bytesEach: bytes,
      leastBytesEach: bytes,
      linesEach: ACCESS_LIMITS.unwritten,
      remembersWritten: false,
    });
    this.#log = log;
  }

  /** Keep an entry. Nobody waits for it. */
  add(entry: NewAuditEntry): void {
    this.#keep({ ...entry, id: auditId(), count: 1, sinceMs: entry.atMs });
  }

  /**
   * Keep an entry of which there may be many: of equal ones within an hour the 1st, 2nd, 4th, 8th … is kept, so that who
   * repeats a call pushes out nothing.
   */
  addRepeated(entry: NewAuditEntry): void {
    const { who, address, action, status, atMs } = entry;
    const key = JSON.stringify([who, address, action, status]);
    const before = this.#repeats.get(key);
    const isOver = before === undefined || atMs - before.sinceMs > ACCESS_LIMITS.repeatsMs;
    const repeat = isOver ? { count: 0, sinceMs: atMs } : before;
    repeat.count += 1;
    this.#repeats.set(key, repeat);
    if (Number.isInteger(Math.log2(repeat.count))) this.#keep({ ...entry, ...repeat, id: auditId() });
  }

  /** Count a call with a token that nobody has. */
  countWrong(nowMs: number): void {
    this.#wrong = { count: this.#wrong.count + 1, lastMs: nowMs };
  }

  /** Since the start. */
  get wrongTokens(): WrongTokens {
    return this.#wrong;
  }

  /** All entries, the newest first; null where the store does not answer. */
  async list(nowMs: number): Promise<readonly AuditEntry[] | null> {
    const lines = await this.#lines.list(AUDIT_ID, nowMs);
    if (lines === null) return null;
    const entries = await mainTurns.do('answers', readEntries(lines));
    return entries.toSorted((a, b) => a.atMs - b.atMs).reverse();
  }

  /** Write what is left to write. */
  async close(): Promise<void> {
    await this.#write();
  }

  #keep(entry: AuditEntry): void {
    this.#lines.add(AUDIT_ID, [auditText(entry)], null, false);
    void this.#write();
  }

  async #write(): Promise<void> {
    if (await this.#lines.write(AUDIT_ID)) return;
    const entries = this.#lines.unwritten(AUDIT_ID);
    this.#log.warn({ entries }, 'audit: entries wait for the state store');
  }
}

/** Two thousand of the longest take 20 ms. */
function* readEntries(lines: readonly { readonly text: string }[]): Slices<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const { text } of lines) {
    const entry = readAuditEntry(text);
    if (entry !== null) entries.push(entry);
    yield;
  }
  return entries;
}
