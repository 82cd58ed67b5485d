/** Pictures in the size of a row of a table. They are made by the confined processes that process pictures of scripts. */
import { deadlineIn } from '../base/deadline.ts';
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import type { ComposePool } from '../pool/compose-pool.ts';
import { NEUTRAL } from '../script/image/presets.ts';

export class Thumbnails {
  readonly #images: Pick<ComposePool, 'processImage'>;

  constructor(images: Pick<ComposePool, 'processImage'>) {
    this.#images = images;
  }

  /**
   * A picture, as PNG, at most as wide as is asked for; as it is where it is narrower, or while there is no room to make it
   * smaller.
   */
  async make(
    { hash, png, widthPx }: { readonly hash: ContentHash; readonly png: Buffer; readonly widthPx: number },
    log: Logger,
  ): Promise<Buffer> {
    const answer = await this.#images.processImage(
      {
        key: `thumbnail ${widthPx} ${hash}`,
        // Its memory moves to the process.
        bytes: new Uint8Array(png),
        options: { ...NEUTRAL, widthPx, fit: 'inside', enlarge: false, format: 'png' },
      },
      { sender: 'thumbnails', deadline: deadlineIn(LIMITS.imageWallMs), log },
    );
    return answer.ok && answer.bytes.length < png.length ? Buffer.from(answer.bytes) : png;
  }
}
