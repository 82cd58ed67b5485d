/**
 * A journal of the state with the last lines of each id in memory: nobody who adds a line waits for the store, and while that
 * is away, lines wait here and go with the next ones. Ids that anybody can invent have a room of their own, so that they
 * push out none of the others.
 */
import { LRUCache } from 'lru-cache';
import type { JournalLine, JournalState } from './state.ts';
import { requireStateError } from './state-error.ts';

export interface BufferLimits {
  /** Bytes of all ids in memory, and of all that anybody can invent. */
  readonly bytes: number;
  readonly inventedBytes: number;
  /** Bytes of one id: as many where there is room, the least where there are many. */
  readonly bytesEach: number;
  readonly leastBytesEach: number;
  readonly linesEach: number;
  /** Whether lines stay in memory when the store has them: for while it is away. */
  readonly remembersWritten: boolean;
}

interface Line {
  readonly text: string;
  /** The time under which it is kept; null for that of its writing. */
  readonly atMs: number | null;
}

interface Buffered<Note> {
  /** The oldest first. */
  readonly lines: readonly Line[];
  /** How long the lines are. */
  readonly bytes: number;
  /** How many lines were added so far, and up to which of them the store has them. */
  readonly added: number;
  readonly written: number;
  readonly note: Note | null;
}

/** Bytes of a line besides its characters, and of an id besides its lines. */
const LINE_BYTES = 40;
const ID_BYTES = 512;
/** Ids that are written at the same time. */
const BATCH = 200;

/** @typeParam Note  what else is known of an id as long as its lines are in memory */
export class BufferedJournal<Note = never> {
  readonly #journal: JournalState | null;
  readonly #limits: BufferLimits;
  readonly #known: LRUCache<string, Buffered<Note>>;
  readonly #invented: LRUCache<string, Buffered<Note>>;
  /** Ids with lines that nobody has begun to write. */
  readonly #waiting = new Set<string>();
  /** Ids with lines that the store did not take: they go with the next line, or at the end. */
  readonly #behind = new Set<string>();
  #flushing: Promise<void> | null = null;
  /** The last write by id: those of one id come one after the other. */
  readonly #writing = new Map<string, Promise<boolean>>();

  /** @param journal  null where lines are in memory alone */
  constructor(journal: JournalState | null, limits: BufferLimits) {
    this.#journal = journal;
    this.#limits = limits;
    this.#known = this.#room(limits.bytes);
    this.#invented = this.#room(limits.inventedBytes);
  }

  /**
   * Add lines; the oldest in memory go where there are too many.
   * @param atMs  the time under which they are kept; null for that of their writing
   * @param isInvented  whether anybody can invent the id; undefined leaves it where it is
   * @param note  takes the place of the note before
   */
  add(id: string, texts: readonly string[], atMs: number | null, isInvented?: boolean, note?: Note): void {
    const before = this.#get(id);
    const isOther = isInvented ?? !this.#known.has(id);
    const into = isOther ? this.#invented : this.#known;
    const lines = [...before.lines, ...texts.map((text) => ({ text, atMs }))];
    let bytes = texts.reduce((sum, text) => sum + bytesOf(text), before.bytes);
    const { bytesEach, leastBytesEach, linesEach } = this.#limits;
    const part = Math.max(into.maxSize / (into.size + 1) - ID_BYTES, leastBytesEach);
    let first = 0;
    // Never the newest.
    while (
      lines.length - first > 1 &&
      (bytes > Math.min(part, bytesEach) || lines.length - first > linesEach)
    ) {
      bytes -= bytesOf(lines[first]?.text ?? '');
      first++;
    }
    const added = before.added + texts.length;
    (isOther ? this.#known : this.#invented).delete(id);
    into.set(id, { ...before, lines: lines.slice(first), bytes, added, note: note ?? before.note });
    if (this.#journal !== null) this.#waiting.add(id);
  }

  /** False where lines are in memory alone. */
  get isKept(): boolean {
    return this.#journal !== null;
  }

  /** What is known of an id besides its lines; null where nothing is. */
  note(id: string): Note | null {
    return this.#get(id).note;
  }

  /** The lines of an id in memory, the oldest first: the last that this server was given. */
  remembered(id: string): readonly string[] {
    return this.#get(id).lines.map(({ text }) => text);
  }

  /** How many lines of an id the store does not have yet. */
  unwritten(id: string): number {
    return this.#journal === null ? 0 : unwrittenOf(this.#get(id)).length;
  }

  /** Ids with lines that nobody has begun to write. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#known.calculatedSize + this.#invented.calculatedSize;
  }

  /** All lines of an id, of whatever server, the oldest first; null where the store does not answer. */
  async list(id: string, nowMs: number): Promise<readonly JournalLine[] | null> {
    const ofNow = ({ text, atMs }: Line): JournalLine => ({ text, atMs: atMs ?? nowMs });
    if (this.#journal === null) return this.#get(id).lines.map(ofNow);
    await this.write(id);
    try {
      const lines = await this.#journal.list(id, nowMs);
      return [...lines, ...unwrittenOf(this.#get(id)).map(ofNow)];
    } catch (error) {
      requireStateError(error);
      return null;
    }
  }

  /**
   * Write the lines of an id that wait. Rejects for no failure of the store: the lines stay, and go with the next ones.
   * @returns whether the store has them
   */
  write(id: string): Promise<boolean> {
    this.#waiting.delete(id);
    this.#behind.delete(id);
    if (this.#journal === null) return Promise.resolve(true);
    const begin = (): Promise<boolean> => this.#write(id);
    const writing = (this.#writing.get(id)?.then(begin) ?? begin()).finally(() => {
      if (this.#writing.get(id) === writing) this.#writing.delete(id);
    });
    this.#writing.set(id, writing);
    return writing;
  }

  /** Write all that waits, and wait for what is being written. Rejects for no failure of the store. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  /** Write what is left to write, also what the store did not take before. */
  async close(): Promise<void> {
    for (const id of this.#behind) this.#waiting.add(id);
    await this.flush();
  }

  async #flush(): Promise<void> {
    while (this.#waiting.size > 0) {
      const written = await Promise.all(firstOf(this.#waiting, BATCH).map((id) => this.write(id)));
      // The store takes nothing at present: to ask it for each of the others would take as long as they are many.
      if (!written.includes(true)) this.#leaveBehind();
    }
    await Promise.all(this.#writing.values());
  }

  #leaveBehind(): void {
    for (const id of this.#waiting) this.#behind.add(id);
    this.#waiting.clear();
  }

  /** Drop what is in memory of an id. */
  forget(id: string): void {
    this.#waiting.delete(id);
    this.#behind.delete(id);
    this.#known.delete(id);
    this.#invented.delete(id);
  }

  async #write(id: string): Promise<boolean> {
    const buffered = this.#get(id);
    const lines = unwrittenOf(buffered);
    if (this.#journal === null) return true;
    const nowMs = Date.now();
    let written = buffered.added - lines.length;
    for (const some of byTime(lines)) {
      try {
        await this.#journal.append(
          id,
          some.map(({ text }) => text),
          some[0]?.atMs ?? nowMs,
        );
      } catch (error) {
        requireStateError(error);
        // What is too large would be so for ever.
        if (error.kind !== 'too_large') {
          if (this.#has(id)) this.#behind.add(id);
          return false;
        }
      }
      written += some.length;
      this.#written(id, written);
    }
    return true;
  }

  /** The store has the lines of an id up to one of them: more may have come meanwhile, or the id is forgotten. */
  #written(id: string, written: number): void {
    const into = this.#known.has(id) ? this.#known : this.#invented;
    const before = into.get(id);
    if (before === undefined || before.added < written) return;
    const buffered = { ...before, written };
    const lines = unwrittenOf(buffered);
    if (this.#limits.remembersWritten) into.set(id, buffered);
    else if (lines.length === 0) into.delete(id);
    else into.set(id, { ...buffered, lines, bytes: lines.reduce((sum, { text }) => sum + bytesOf(text), 0) });
  }

  #get(id: string): Buffered<Note> {
    return this.#known.get(id) ?? this.#invented.get(id) ?? NOTHING;
  }

  #has(id: string): boolean {
    return this.#known.has(id) || this.#invented.has(id);
  }

  #room(maxSize: number): LRUCache<string, Buffered<Note>> {
    return new LRUCache({
      maxSize,
      sizeCalculation: ({ bytes }) => ID_BYTES + bytes,
      dispose: (_buffered, id, why) => {
        if (why === 'evict') this.#behind.delete(id);
      },
    });
  }
}

const NOTHING = { lines: [], bytes: 0, added: 0, written: 0, note: null };

function firstOf(ids: Iterable<string>, count: number): readonly string[] {
  const some: string[] = [];
  for (const id of ids) {
    if (some.length === count) break;
    some.push(id);
  }
  return some;
}

/** Lines in pieces that have one time each. */
function byTime(lines: readonly Line[]): readonly (readonly Line[])[] {
  const pieces: Line[][] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (last !== undefined && last[0]?.atMs === line.atMs) last.push(line);
    else pieces.push([line]);
  }
  return pieces;
}

/** A text with a character outside Latin-1 takes two bytes for each; one outside ASCII is counted so. */
function bytesOf(text: string): number {
  return LINE_BYTES + (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length);
}

/** The last lines, which the store does not have yet. */
function unwrittenOf({ lines, added, written }: Buffered<unknown>): readonly Line[] {
  return lines.slice(Math.max(lines.length - (added - written), 0));
}
