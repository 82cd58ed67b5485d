/**
 * The trail of each device: what it was told, what it fetched, and what else happened to it. Steps are gathered for a
 * second and written together, so that no answer waits for them; what the store does not take stays in memory for a while.
 */
import type { DeviceId } from '../../domain/device-id.ts';
import type { DrawingFacts, ImageStep, PollStep, TrailStep } from '../../domain/trail/entries.ts';
import { type JoinedStep, joinTrail } from '../../domain/trail/join.ts';
import { repeatLine, repeats, stepLine } from '../../domain/trail/lines.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { BufferedJournal } from '../../state/buffered-journal.ts';
import type { JournalState } from '../../state/state.ts';
import { TRAIL_LIMITS } from './trail-limits.ts';

/** A poll whose image call may follow in a moment. */
interface OpenPoll {
  readonly poll: PollStep;
  readonly images: ImageStep[];
  readonly isAssigned: boolean;
}

/** What is known of a device besides its lines. */
interface TrailNote {
  /** The last poll that was written with all that it said, and how many were repeats of it since. */
  readonly poll: PollStep | null;
  readonly repeats: number;
  /** The minute of the last line, and its lines. */
  readonly minute: number;
  readonly minuteLines: number;
}

const NEW: TrailNote = { poll: null, repeats: 0, minute: 0, minuteLines: 0 };
const MINUTE_MS = 60_000;

/** Characters of a line that tell it from those of other times and kinds. */
const POLL_HEAD = 12;

/** Polls that follow each other so soon are written with all that they said. */
const QUICK_MS = 60_000;

export class Trail {
  readonly #lines: BufferedJournal<TrailNote>;
  readonly #open = new Map<DeviceId, OpenPoll>();
  /** Calls for pictures after their poll was written: an address can be used by whoever has seen it, as often as it lasts. */
  readonly #strays = recentlyUsed<string, number>(TRAIL_LIMITS.drawings, TRAIL_LIMITS.strayMs);
  readonly #drawings = recentlyUsed<string, DrawingFacts>(TRAIL_LIMITS.drawings);
  #timer: NodeJS.Timeout | null = null;

  /** @param journal  null where all is in memory */
  constructor(journal: JournalState | null) {
    const { deviceBytes, storedDeviceBytes } = TRAIL_LIMITS;
    this.#lines = new BufferedJournal(journal, {
      bytes: TRAIL_LIMITS.bytesMapped,
      inventedBytes: TRAIL_LIMITS.bytesUnmapped,
      bytesEach: journal === null ? deviceBytes : storedDeviceBytes,
      leastBytesEach: TRAIL_LIMITS.deviceLeastBytes,
      linesEach: Number.POSITIVE_INFINITY,
      remembersWritten: true,
    });
  }

  /** Note a poll. @param isAssigned  whether the config has an entry for the device */
  polled(id: DeviceId, poll: PollStep, isAssigned: boolean): void {
    this.#settle(id);
    this.#open.set(id, { poll, images: [], isAssigned });
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
  drawn(picture: string, drawing: DrawingFacts, id: DeviceId | null): void {
    this.#drawings.set(picture, drawing);
    if (id === null || this.#open.get(id)?.poll.picture === picture) return;
    if (this.#lines.note(id)?.poll?.picture !== picture) return;
    this.note(id, { kind: 'drawn', atMs: drawing.atMs, picture, drawing });
  }

  /** Note another step. */
  note(id: DeviceId, step: TrailStep): void {
    this.#add(id, stepLine(step), step.atMs);
    this.#wait();
  }

  /** The steps of a device, the oldest first. Without the store those that this server has in memory. */
  async list(id: DeviceId, nowMs: number): Promise<readonly JoinedStep[]> {
    this.#settle(id);
    const lines = await this.#lines.list(id, nowMs);
    return joinTrail(
      lines === null || !this.#lines.isKept ? this.#remembered(id) : lines.map(({ text }) => text),
    );
  }

  /** The lines in memory, with the poll that repeats stand for: its own line may be gone. */
  #remembered(id: DeviceId): readonly string[] {
    const lines = this.#lines.remembered(id);
    const poll = this.#lines.note(id)?.poll ?? null;
    if (poll === null) return lines;
    const line = stepLine(poll);
    const isThere = lines.some((one) => one.slice(0, POLL_HEAD) === line.slice(0, POLL_HEAD));
    return isThere ? lines : [line, ...lines];
  }

  /** Drop what this server has in memory of a device. */
  forget(id: DeviceId): void {
    this.#open.delete(id);
    this.#lines.forget(id);
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#lines.bytes;
  }

  /** Write what is left to write. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#flush();
    await this.#lines.close();
  }

  #wait(): void {
    if (this.#open.size + this.#lines.waiting > TRAIL_LIMITS.waiting) void this.#flush();
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
    return this.#lines.flush();
  }

  /** Make the line of a poll: its image call has come, or will have a line of its own. */
  #settle(id: DeviceId): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    const { images, isAssigned } = open;
    const { poll: before, repeats: times } = this.#lines.note(id) ?? NEW;
    const isRepeat =
      before !== null &&
      images.length === 0 &&
      times < TRAIL_LIMITS.repeats &&
      open.poll.atMs - before.lastMs >= QUICK_MS &&
      repeats(open.poll, before);
    if (isRepeat) {
      const poll = { ...before, lastMs: open.poll.atMs };
      this.#add(id, repeatLine(open.poll), open.poll.atMs, { poll, repeats: times + 1 }, isAssigned);
    } else {
      const drawing = open.poll.picture === null ? null : (this.#drawings.get(open.poll.picture) ?? null);
      const poll = { ...open.poll, drawing: open.poll.decision === 'new' ? drawing : null, images };
      const change = { poll: { ...poll, images: [] }, repeats: 0 };
      this.#add(id, stepLine(poll), poll.atMs, change, isAssigned);
    }
  }

  /** Add a line, unless the device has too many in this minute. */
  #add(
    id: DeviceId,
    line: string,
    atMs: number,
    change: Partial<Pick<TrailNote, 'poll' | 'repeats'>> = {},
    isAssigned?: boolean,
  ): void {
    const before = this.#lines.note(id) ?? NEW;
    const minute = Math.floor(atMs / MINUTE_MS);
    const minuteLines = before.minute === minute ? before.minuteLines + 1 : 1;
    if (minuteLines > TRAIL_LIMITS.linesPerMinute) return;
    const note = { ...before, ...change, minute, minuteLines };
    this.#lines.add(id, [line], null, isAssigned === undefined ? undefined : !isAssigned, note);
  }
}
