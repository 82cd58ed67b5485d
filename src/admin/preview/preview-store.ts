/** Keeps previews until the config of the device changes, or its screen would refresh. */
import { LRUCache } from 'lru-cache';
import { PREVIEW_LIMITS } from './preview-limits.ts';

/** A preview: the file, one line about its texts, and its problems. */
export interface PreviewPicture {
  readonly png: Buffer;
  readonly texts: string;
  /** One line each: `screen.svg:3:5: message`. */
  readonly problems: readonly string[];
  /** What the run of the screen has read, as JSON of a `ReadSummary`; null for an error screen. */
  readonly reads: string | null;
}

interface Entry {
  readonly picture: PreviewPicture;
  /** Digest of what the preview was made from. */
  readonly made: string;
  readonly untilMs: number;
}

/** Bytes of the keys and bookkeeping of an entry. */
const ENTRY_BYTES = 1024;

export class PreviewStore {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: PREVIEW_LIMITS.storeBytes,
    sizeCalculation: ({ picture }) => picture.png.length + ENTRY_BYTES,
  });

  /** The preview of a device, if it was made from the same sources and is not too old. */
  get(key: string, made: string, nowMs: number): PreviewPicture | null {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.made === made && nowMs < entry.untilMs ? entry.picture : null;
  }

  /** Keep a preview instead of the one before. */
  put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
  }
}
