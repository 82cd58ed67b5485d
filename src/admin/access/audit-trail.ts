/**
 * Who has changed what: kept in the state store, where all servers see it. Entries are written behind the answer, one
 * after the other, and wait where the store is away.
 */
import { LRUCache } from 'lru-cache';
import { ACCESS_LIMITS } from '../../config/env/access-limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { mainTurns, type Slices } from '../../platform/base/turns.ts';
import { AUDIT_ID, type JournalState } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { type AuditEntry, auditId, auditText, type NewAuditEntry, readAuditEntry } from './audit-entry.ts';

/** Calls with tokens that nobody has, on this server. */
export interface WrongTokens {
  readonly count: number;
  /** Time of the last one, in ms since 1970; null for none. */
  readonly lastMs: number | null;
}

export class AuditTrail {
  readonly #journal: JournalState;
  readonly #log: Logger;
  /** Texts that are not in the store yet, the oldest first. */
  #unwritten: string[] = [];
  #writing: Promise<void> | null = null;
  /** By what is repeated. */
  readonly #repeats = new LRUCache<string, { count: number; readonly sinceMs: number }>({
    max: ACCESS_LIMITS.repeated,
  });
  #wrong: WrongTokens = { count: 0, lastMs: null };

  constructor(journal: JournalState, log: Logger) {
    this.#journal = journal;
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
    // What was done before is shown.
    await this.#writing;
    try {
      const lines = await this.#journal.list(AUDIT_ID, nowMs);
      const entries = await mainTurns.do('answers', readEntries(lines));
      return entries.toSorted((a, b) => a.atMs - b.atMs).reverse();
    } catch (error) {
      requireStateError(error);
      return null;
    }
  }

  /** Write what is left to write. */
  async close(): Promise<void> {
    await this.#writing;
    if (this.#unwritten.length > 0) await this.#write();
  }

  #keep(entry: AuditEntry): void {
    this.#unwritten.push(auditText(entry));
    if (this.#unwritten.length > ACCESS_LIMITS.unwritten) this.#unwritten.shift();
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  /** Where the store does not answer they stay, and go with the next one. */
  async #write(): Promise<void> {
    while (this.#unwritten.length > 0) {
      const texts = this.#unwritten;
      this.#unwritten = [];
      try {
        await this.#journal.append(AUDIT_ID, texts, Date.now());
      } catch (error) {
        requireStateError(error);
        this.#unwritten = [...texts, ...this.#unwritten].slice(-ACCESS_LIMITS.unwritten);
        this.#log.warn({ entries: this.#unwritten.length }, 'audit: entries wait for the state store');
        return;
      }
    }
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
