/** Previews that were made, until the device is configured otherwise or its screen would refresh. */
import { LRUCache } from 'lru-cache';
import { LIMITS } from '../../base/limits.ts';

/** A preview: the file, one line about its texts, and what is wrong with it. */
export interface PreviewPicture {
  readonly png: Buffer;
  readonly texts: string;
  /** One line each: `screen.svg:3:5: message`. */
  readonly problems: readonly string[];
}

interface Entry {
  readonly picture: PreviewPicture;
  /** A digest of what the preview was made from. */
  readonly made: string;
  readonly untilMs: number;
}

/** Keys and bookkeeping of an entry. */
const ENTRY_BYTES = 1024;

export class PreviewStore {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: LIMITS.previewStoreBytes,
    sizeCalculation: ({ picture }) => picture.png.length + ENTRY_BYTES,
  });

  /** The preview of a device, if it was made from the same and is not too old. */
  get(key: string, made: string, nowMs: number): PreviewPicture | null {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.made === made && nowMs < entry.untilMs ? entry.picture : null;
  }

  /** Keep a preview in the place of the one before. */
  put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
  }
}
