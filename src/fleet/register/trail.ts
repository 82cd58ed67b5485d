/**
 * The trail of each device: what it was told, what it fetched, and what else happened to it. Steps are gathered for a
 * second and written together, so that no answer waits for them; what the store does not take stays in memory for a while.
 */
import { LRUCache } from 'lru-cache';
import type { DeviceId } from '../../domain/device-id.ts';
import type { Drawing, ImageStep, PollStep, TrailStep } from '../../domain/trail/entries.ts';
import { type JoinedStep, joinTrail } from '../../domain/trail/join.ts';
import { repeatLine, repeats, stepLine } from '../../domain/trail/lines.ts';
import type { JournalState } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { TRAIL_LIMITS } from './trail-limits.ts';
import { TrailRing } from './trail-ring.ts';

/** A poll whose image call may follow in a moment. */
interface OpenPoll {
  readonly poll: PollStep;
  readonly images: ImageStep[];
  readonly isMapped: boolean;
}

/** Characters of a line that tell it from those of other times and kinds. */
const POLL_HEAD = 12;

/** Polls that follow each other so soon are written with all that they said. */
const QUICK_MS = 60_000;

export class Trail {
  readonly #journal: JournalState | null;
  readonly #ring: TrailRing;
  readonly #open = new Map<DeviceId, OpenPoll>();
  readonly #unwritten = new Set<DeviceId>();
  /** Calls for pictures after their poll was written: an address can be used by whoever has seen it, as often as it lasts. */
  readonly #strays = new LRUCache<string, number>({ max: TRAIL_LIMITS.drawings, ttl: TRAIL_LIMITS.strayMs });
  readonly #drawings = new LRUCache<string, Drawing>({ max: TRAIL_LIMITS.drawings });
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** @param journal  null where all is in memory */
  constructor(journal: JournalState | null) {
    this.#journal = journal;
    const { deviceBytes, storedDeviceBytes } = TRAIL_LIMITS;
    this.#ring = new TrailRing(journal === null ? deviceBytes : storedDeviceBytes);
  }

  /** Note a poll. @param isMapped  whether the config has an entry for the device */
  polled(id: DeviceId, poll: PollStep, isMapped: boolean): void {
    this.#settle(id);
    this.#open.set(id, { poll, images: [], isMapped });
    this.#wait();
  }

  /** Note a call for a picture. */
  fetched(id: DeviceId, image: ImageStep): void {
    const open = this.#open.get(id);
    if (open !== undefined && open.poll.picture === image.picture) {
      if (open.images.length < TRAIL_LIMITS.imagesPerPoll) open.images.push(image);
      return;
    }
    const key = `${id} ${image.picture}`;
    const times = this.#strays.get(key) ?? 0;
    if (times >= TRAIL_LIMITS.imagesPerPoll) return;
    this.#strays.set(key, times + 1);
    this.note(id, image);
  }

  /** Note that a picture was drawn. @param id  the device for which it was; null where that is not known */
  drawn(picture: string, drawing: Drawing, id: DeviceId | null): void {
    this.#drawings.set(picture, drawing);
    if (id === null || this.#open.get(id)?.poll.picture === picture) return;
    if (this.#ring.get(id).poll?.picture !== picture) return;
    this.note(id, { kind: 'drawn', atMs: drawing.atMs, picture, drawing });
  }

  /** Note another step. */
  note(id: DeviceId, step: TrailStep): void {
    this.#ring.append(id, stepLine(step), step.atMs);
    if (this.#journal === null) return;
    this.#unwritten.add(id);
    this.#wait();
  }

  /** The steps of a device, the oldest first. Without the store those that this server has in memory. */
  async list(id: DeviceId, nowMs: number): Promise<readonly JoinedStep[]> {
    this.#settle(id);
    if (this.#journal === null) return joinTrail(this.#remembered(id));
    try {
      await this.#flush();
      const lines = await this.#journal.list(id, nowMs);
      const left = this.#ring.get(id);
      return joinTrail([...lines.map(({ text }) => text), ...lastOf(left.lines, left.unwritten)]);
    } catch (error) {
      requireStateError(error);
      return joinTrail(this.#remembered(id));
    }
  }

  /** The lines in memory, with the poll that repeats stand for: its own line may be gone. */
  #remembered(id: DeviceId): readonly string[] {
    const { lines, poll } = this.#ring.get(id);
    if (poll === null) return lines;
    const line = stepLine(poll);
    const isThere = lines.some((one) => one.slice(0, POLL_HEAD) === line.slice(0, POLL_HEAD));
    return isThere ? lines : [line, ...lines];
  }

  /** Drop what this server has in memory of a device. */
  forget(id: DeviceId): void {
    this.#open.delete(id);
    this.#unwritten.delete(id);
    this.#ring.forget(id);
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#ring.bytes;
  }

  /** Write what is left to write. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#flush();
  }

  #wait(): void {
    if (this.#open.size + this.#unwritten.size > TRAIL_LIMITS.waiting) void this.#flush();
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#flush();
    }, TRAIL_LIMITS.writeMs);
    this.#timer.unref();
  }

  /** Never rejects. */
  #flush(): Promise<void> {
    for (const id of [...this.#open.keys()]) this.#settle(id);
    if (this.#journal === null || this.#unwritten.size === 0) return this.#writing;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  /** Make the line of a poll: its image call has come, or will have a line of its own. */
  #settle(id: DeviceId): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    const { images, isMapped } = open;
    const memory = this.#ring.get(id);
    const { poll: before } = memory;
    const isRepeat =
      before !== null &&
      images.length === 0 &&
      memory.repeats < TRAIL_LIMITS.repeats &&
      open.poll.atMs - before.lastMs >= QUICK_MS &&
      repeats(open.poll, before);
    if (isRepeat) {
      const poll = { ...before, lastMs: open.poll.atMs };
      const change = { poll, repeats: memory.repeats + 1 };
      this.#ring.append(id, repeatLine(open.poll), open.poll.atMs, change, isMapped);
    } else {
      const drawing = open.poll.picture === null ? null : (this.#drawings.get(open.poll.picture) ?? null);
      const poll = { ...open.poll, drawing: open.poll.decision === 'new' ? drawing : null, images };
      this.#ring.append(
        id,
        stepLine(poll),
        poll.atMs,
        { poll: { ...poll, images: [] }, repeats: 0 },
        isMapped,
      );
    }
    if (this.#journal !== null) this.#unwritten.add(id);
  }

  async #writeAll(): Promise<void> {
    const ids = [...this.#unwritten];
    this.#unwritten.clear();
    for (let first = 0; first < ids.length; first += TRAIL_LIMITS.batch) {
      await Promise.all(ids.slice(first, first + TRAIL_LIMITS.batch).map((id) => this.#write(id)));
    }
  }

  /** Where the store does not answer the lines stay, and go with the next ones. */
  async #write(id: DeviceId): Promise<void> {
    const { lines, unwritten } = this.#ring.get(id);
    if (unwritten === 0 || this.#journal === null) return;
    try {
      await this.#journal.append(id, lastOf(lines, unwritten), Date.now());
      this.#ring.written(id, unwritten);
    } catch (error) {
      requireStateError(error);
    }
  }
}

function lastOf(lines: readonly string[], count: number): readonly string[] {
  return count === 0 ? [] : lines.slice(-count);
}
