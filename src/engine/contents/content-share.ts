/** Keeps contents and pictures in the state store: what one server has made, another one, or the same after a restart, uses. */
import { setImmediate } from 'node:timers/promises';
import type { ContentHash } from '../../domain/content-hash.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { STATE_LIMITS } from '../../state/limits.ts';
import type { BlobState } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { UnawaitedPuts } from '../../state/unawaited-puts.ts';
import type { Content } from './content-store.ts';
import { packContent, type StoredContent, unpackContent } from './packed-content.ts';

/** Reading more files to verify a content would hold up others. */
const MOST_FILES = 16;
/** A content that was offered is not offered again so soon: it is kept for that much longer than its address is valid. */
const OFFERED_MS = 30_000;
const OFFERED_CONTENTS = 10_000;

export class ContentShare {
  readonly #contents: BlobState | null;
  readonly #puts = new UnawaitedPuts(STATE_LIMITS.unawaitedBytes);
  readonly #offered = recentlyUsed<ContentHash, number>(OFFERED_CONTENTS);

  /** To be called for each content that is found, and is the right one. */
  readonly onFound: () => void;

  /** @param contents  null where nobody else reads them and they do not last: this server has its own in memory */
  constructor(contents: BlobState | null, onFound: () => void) {
    this.#contents = contents;
    this.onFound = onFound;
  }

  /** Offer a content that is announced to a device. Nobody waits; it may be lost, and is composed anew then. */
  offer(content: Content): void {
    const contents = this.#contents;
    if (contents === null) return;
    const { hash, svg, files = [] } = content;
    const nowMs = monotonicMs();
    if (nowMs - (this.#offered.get(hash) ?? Number.NEGATIVE_INFINITY) < OFFERED_MS) return;
    if (files.length > MOST_FILES) return;
    this.#offered.set(hash, nowMs);
    void this.#puts.run(svg.length, async () => {
      // The call that tells of it is answered first.
      await setImmediate();
      await contents.put(hash, await packContent(content));
    });
  }

  /** Null where there is none that can be read, and where the store cannot be asked. */
  async get(hash: ContentHash): Promise<StoredContent | null> {
    try {
      const bytes = (await this.#contents?.get(hash)) ?? null;
      const stored = bytes === null ? null : await unpackContent(bytes);
      return stored === null || stored.files.length > MOST_FILES ? null : stored;
    } catch (error) {
      requireStateError(error);
      return null;
    }
  }
}

/** A hash names the bytes, so it does not matter which server has drawn them. */
export interface PictureShare {
  /** Offer a picture. Nobody waits; it may be lost. */
  put(hash: ContentHash, png: Buffer): void;
  /** Null where there is none, and where the store cannot be asked. */
  get(hash: ContentHash): Promise<Buffer | null>;
}

/**
 * @param pictures  null where nobody else reads them and they do not last: this server has its own in memory
 * @param onFound  called for each picture that is found
 */
export function sharePictures(pictures: BlobState | null, onFound: () => void): PictureShare {
  return {
    put: (hash, png) => void pictures?.put(hash, png).catch(ignore),
    get: async (hash) => {
      const png = (await pictures?.get(hash).catch(ignore)) ?? null;
      if (png !== null) onFound();
      return png;
    },
  };
}

/** A picture that is not shared is drawn again. */
function ignore(error: unknown): null {
  requireStateError(error);
  return null;
}
