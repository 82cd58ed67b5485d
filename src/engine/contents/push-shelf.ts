/**
 * What was pushed, by name. What is known of each push is in the memory of every server, so that calls of devices ask
 * nobody; the state store keeps it beyond the process, and servers that share it tell each other what is new.
 */
import { type PlainObject, readPlainObject } from '../../platform/base/plain.ts';
import { PUSHES, type PushKind } from '../../state/kinds.ts';
import type { NoticeState, PushState, StateNotice } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';

/** What is known of every push. */
export interface PushHead {
  /** In ms since 1970. */
  readonly pushedMs: number;
  readonly untilMs: number;
  /** SHA-256 of the body. */
  readonly digest: string;
  readonly bytes: number;
}

type PutOutcome = 'kept' | 'no_room' | 'unavailable';

interface PushShelfOptions<Head extends PushHead> {
  readonly kind: PushKind;
  readonly state: PushState;
  /** Between servers that share the store; null where this one is alone. */
  readonly notices: NoticeState | null;
  /** Reads what is known of a push beyond `PushHead`; null for what another version has written. */
  readHead(value: PlainObject & PushHead): Head | null;
  /** True where all bodies are in memory. */
  readonly keepsBodies: boolean;
}

interface Entry<Head> {
  readonly head: Head;
  /** Null where bodies are not kept in memory. */
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** Notices may be lost: servers that share a store look for themselves, too. */
const LOOK_MS = 5_000;

export class PushShelf<Head extends PushHead> {
  readonly #options: PushShelfOptions<Head>;
  #entries = new Map<string, Entry<Head>>();
  #timer: NodeJS.Timeout | null = null;
  readonly #unsubscribe: () => void;

  constructor(options: PushShelfOptions<Head>) {
    this.#options = options;
    this.#unsubscribe = options.notices?.subscribe((notice) => void this.#onNotice(notice)) ?? (() => {});
  }

  /** Learn all that the store has. Never rejects: what cannot be learnt now is learnt later. */
  async load(): Promise<void> {
    const { state } = this.#options;
    try {
      const heads = await state.heads();
      for (const name of this.#entries.keys()) if (!heads.has(name)) this.#entries.delete(name);
      for (const [name, text] of heads) {
        const head = this.#read(text);
        if (head === null) continue;
        const known = this.#entries.get(name)?.head;
        if (known?.digest !== head.digest || known.pushedMs !== head.pushedMs) await this.#take(name, head);
      }
    } catch (error) {
      requireStateError(error);
    }
  }

  /** Begin to look every now and then, where servers share the store. */
  start(): void {
    if (this.#options.notices === null) return;
    this.#timer ??= setInterval(() => void this.load(), LOOK_MS).unref();
  }

  stop(): void {
    this.#unsubscribe();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** What is known of the push under a name; null where there is none any more. */
  head(name: string, nowMs: number): Head | null {
    return this.#current(name, nowMs)?.head ?? null;
  }

  /** The bytes of a push whose bodies are in memory. */
  kept(name: string, nowMs: number): Uint8Array<ArrayBuffer> | null {
    return this.#current(name, nowMs)?.body ?? null;
  }

  /** The bytes of the push that this head is of; null where it is not there any more. Never rejects. */
  async body(name: string, { digest }: Head): Promise<Buffer | null> {
    try {
      const push = await this.#options.state.get(name);
      return push !== null && this.#read(push.head)?.digest === digest ? push.body : null;
    } catch (error) {
      requireStateError(error);
      return null;
    }
  }

  /** All pushes, by name. */
  list(nowMs: number): readonly (readonly [name: string, head: Head])[] {
    return [...this.#entries]
      .flatMap(([name, { head }]) => (head.untilMs > nowMs ? [[name, head] as const] : []))
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Keep a push in the place of the one before. Never rejects. */
  async put(name: string, head: Head, body: Buffer): Promise<PutOutcome> {
    const { kind, state } = this.#options;
    const nowMs = head.pushedMs;
    for (const [other, entry] of this.#entries) if (entry.head.untilMs <= nowMs) this.#entries.delete(other);
    if (!this.#hasRoom(name, head)) return 'no_room';
    try {
      const push = { head: JSON.stringify(head), body };
      if (!(await state.put(name, push, head.untilMs - nowMs))) return 'no_room';
    } catch (error) {
      requireStateError(error);
      return 'unavailable';
    }
    this.#entries.set(name, { head, body: this.#copyOf(body) });
    this.#tell(kind, name);
    return 'kept';
  }

  /** End a push before its time. Never rejects. @returns false where the store cannot be asked */
  async remove(name: string): Promise<boolean> {
    const { kind, state } = this.#options;
    try {
      await state.remove(name);
    } catch (error) {
      requireStateError(error);
      return false;
    }
    this.#entries.delete(name);
    this.#tell(kind, name);
    return true;
  }

  #current(name: string, nowMs: number): Entry<Head> | null {
    const entry = this.#entries.get(name);
    return entry !== undefined && entry.head.untilMs > nowMs ? entry : null;
  }

  #hasRoom(name: string, { bytes }: Head): boolean {
    const { names, totalBytes } = PUSHES[this.#options.kind];
    let total = bytes;
    for (const [other, { head }] of this.#entries) if (other !== name) total += head.bytes;
    return total <= totalBytes && (this.#entries.has(name) || this.#entries.size < names);
  }

  #tell(kind: PushKind, name: string): void {
    this.#options.notices?.publish('push', `${kind} ${name}`).catch(() => {});
  }

  /** Another server has pushed something, or may have. */
  async #onNotice(notice: StateNotice): Promise<void> {
    if (notice.topic === 'missed') await this.load();
    else if (notice.topic === 'push') {
      const { kind } = this.#options;
      if (notice.text.startsWith(`${kind} `)) await this.#learn(notice.text.slice(kind.length + 1));
    }
  }

  async #learn(name: string): Promise<void> {
    try {
      const push = await this.#options.state.get(name);
      const head = push === null ? null : this.#read(push.head);
      if (push === null || head === null) this.#entries.delete(name);
      else this.#entries.set(name, { head, body: this.#copyOf(push.body) });
    } catch (error) {
      requireStateError(error);
    }
  }

  async #take(name: string, head: Head): Promise<void> {
    if (this.#options.keepsBodies) await this.#learn(name);
    else this.#entries.set(name, { head, body: null });
  }

  /** In a buffer of its own: it is copied to other threads as a whole. */
  #copyOf(body: Buffer): Uint8Array<ArrayBuffer> | null {
    return this.#options.keepsBodies ? new Uint8Array(body) : null;
  }

  #read(text: string): Head | null {
    const value = parseHead(text);
    return value === null ? null : this.#options.readHead(value);
  }
}

function parseHead(text: string): (PlainObject & PushHead) | null {
  const value = readPlainObject(text);
  if (value === null) return null;
  const { pushedMs, untilMs, digest, bytes } = value;
  const isHead = [pushedMs, untilMs, bytes].every(Number.isFinite) && typeof digest === 'string';
  return isHead ? (value as PlainObject & PushHead) : null;
}
