/** A picture in another size or format. They are made, and kept, by the confined processes that process pictures of scripts. */
import { deadlineIn } from '../../platform/base/deadline.ts';
import { AppError } from '../../platform/base/errors.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Party } from '../../platform/base/party-shares.ts';
import type { ImageAnswer, ImageOptions } from '../../screens/script/image/image-request.ts';
import { NEUTRAL } from '../../screens/script/image/presets.ts';
import type { ComposePool } from '../pool/compose-pool.ts';

/** Dithered dots are hard for JPEG: below this they blur on 1-bit pictures. */
const JPEG_QUALITY = 92;
/** Where a PNG has its width: 4 bytes of its first chunk (PNG specification, section 11.2.2). */
const PNG_WIDTH_AT = 16;

export class Renditions {
  readonly #images: Pick<ComposePool, 'processImage'>;

  constructor(images: Pick<ComposePool, 'processImage'>) {
    this.#images = images;
  }

  /** A PNG at most as wide as is asked for; as it is where it is narrower, or while there is no room to make it smaller. */
  async thumbnail(png: Buffer, widthPx: number, log: Logger): Promise<Buffer> {
    const answer = await this.#make(png, { widthPx, format: 'png' }, { sender: 'thumbnails', log });
    return answer.ok && answer.bytes.length < png.length ? Buffer.from(answer.bytes) : png;
  }

  /**
   * A PNG of this server in another format. JPEG is baseline, which is all that small decoders know.
   * @throws {AppError} overloaded, render_failed
   */
  async inFormat(png: Buffer, format: 'jpeg' | 'bmp', log: Logger): Promise<Buffer> {
    const options = { widthPx: png.readUInt32BE(PNG_WIDTH_AT), format, quality: JPEG_QUALITY };
    const answer = await this.#make(png, options, { sender: 'frames', party: 'entry', log });
    if (!answer.ok) throw new AppError(answer.isBusy === true ? 'overloaded' : 'render_failed');
    return Buffer.from(answer.bytes);
  }

  #make(
    png: Buffer,
    options: Pick<ImageOptions, 'widthPx' | 'format'> & Partial<Pick<ImageOptions, 'quality'>>,
    call: { readonly sender: string; readonly party?: Party; readonly log: Logger },
  ): Promise<ImageAnswer> {
    return this.#images.processImage(
      {
        key: `rendition ${options.format} ${options.widthPx} ${sha256Hex(png)}`,
        // Its memory moves to the process.
        bytes: new Uint8Array(png),
        options: { ...NEUTRAL, fit: 'inside', enlarge: false, ...options },
      },
      { ...call, deadline: deadlineIn(LIMITS.imageWallMs) },
    );
  }
}
