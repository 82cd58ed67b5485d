/** What frames were told last. In memory: a frame has no telemetry, and what it shows is made anew after a restart. */
import type { ContentHash } from '../../domain/content-hash.ts';
import type { FailureRun } from '../../domain/failure-run.ts';
import type { FrameId } from '../../domain/frame.ts';
import { FRAME_LIMITS } from '../../domain/frame-limits.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';

/** A frame that has been fetched. */
export interface FrameRecord {
  /** The last time that a client has shown its token, in ms since 1970. */
  fetchedMs: number;
  lastContent: ContentHash | null;
  /** The last content that was no error screen. */
  lastGood: ContentHash | null;
  failing: FailureRun | null;
  /** Its picture, and since when: for clients that know times, and no names. */
  changed: PictureChange | null;
}

interface PictureChange {
  readonly hash: ContentHash;
  /** Since 1970. */
  readonly seconds: number;
}

/** Since when a frame shows a picture, in seconds since 1970. No two pictures of it have the same second. */
export function changeOf(record: FrameRecord, hash: ContentHash, nowMs: number): number {
  const { changed } = record;
  if (changed?.hash === hash) return changed.seconds;
  const seconds = Math.max(Math.floor(nowMs / 1000), (changed?.seconds ?? 0) + 1);
  record.changed = { hash, seconds };
  return seconds;
}

export class FrameRecords {
  readonly #records = recentlyUsed<FrameId, FrameRecord>(FRAME_LIMITS.records);

  /** The record of a frame that is fetched now. */
  fetched(id: FrameId, nowMs: number): FrameRecord {
    const record = this.#records.get(id) ?? {
      fetchedMs: nowMs,
      lastContent: null,
      lastGood: null,
      failing: null,
      changed: null,
    };
    record.fetchedMs = nowMs;
    this.#records.set(id, record);
    return record;
  }

  /** Null for a frame that was not fetched since the start. */
  get(id: FrameId): FrameRecord | null {
    return this.#records.get(id) ?? null;
  }
}
