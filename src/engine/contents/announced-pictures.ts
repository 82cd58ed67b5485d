/** The picture that a device was told to show, byte for byte, for somebody who looks after the device. */

import type { ContentHash } from '../../domain/content-hash.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { ContentStore } from './content-store.ts';
import type { PictureMaker } from './picture-maker.ts';
import type { PictureShare } from './picture-share.ts';
import type { Asker, SharedContents } from './shared-contents.ts';

export interface AnnouncedPicturesOptions {
  readonly store: ContentStore;
  readonly shared: PictureShare;
  readonly sharedContents: SharedContents;
  readonly pictures: PictureMaker;
}

export class AnnouncedPictures {
  readonly #options: AnnouncedPicturesOptions;

  constructor(options: AnnouncedPicturesOptions) {
    this.#options = options;
  }

  /**
   * The picture of a hash: kept here, drawn by another server, or drawn again from what it was made of. It does not count as
   * fetched by the device.
   * @returns null where it is kept nowhere any more
   */
  async find(hash: ContentHash, asker: Asker, log: Logger): Promise<Buffer | null> {
    const { store, shared, sharedContents, pictures } = this.#options;
    const kept = store.picture(hash) ?? (await shared.get(hash));
    if (kept !== null) return kept;
    const content = store.get(hash) ?? (await sharedContents.find(hash, asker));
    if (content === null) return null;
    const drawn = await pictures.draw(content, { device: null, party: 'admin', log });
    return drawn.ok ? drawn.value : null;
  }
}
