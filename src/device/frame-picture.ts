/** The picture of a frame in the format that its client can read: the PNG as it is, or made of it. */
import { openSharp } from '../svg/images/sharp.ts';
import { type RgbPixels, toBmp } from './bmp.ts';

/** Formats of a frame's picture, by the end of its address, with their media types. */
export const FRAME_FORMATS = { png: 'image/png', jpg: 'image/jpeg', bmp: 'image/bmp' } as const;
export type FrameFormat = keyof typeof FRAME_FORMATS;

/** Dithered dots are hard for JPEG: below this they blur on 1-bit pictures. */
const JPEG_QUALITY = 92;

/** A PNG of this server in another format. JPEG is baseline, which is all that small decoders know. */
export async function inFormat(png: Buffer, format: FrameFormat): Promise<Buffer> {
  if (format === 'png') return png;
  const sharp = await openSharp();
  const picture = sharp(png).flatten({ background: '#ffffff' }).toColourspace('srgb');
  if (format === 'jpg') {
    return picture.jpeg({ quality: JPEG_QUALITY, progressive: false, chromaSubsampling: '4:4:4' }).toBuffer();
  }
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const pixels: RgbPixels = { rgb: data, widthPx: info.width, heightPx: info.height };
  return toBmp(pixels);
}
