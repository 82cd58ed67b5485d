/** Pictures in the state store: what one server has drawn, another one, or the same after a restart, need not draw again. */
import type { ContentHash } from '../../domain/content-hash.ts';
import type { BlobState } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';

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
