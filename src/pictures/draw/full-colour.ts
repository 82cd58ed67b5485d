/** Pixels to a full-colour PNG: the picture before it is dithered, for people's eyes. */
import { openSharp } from '../svg/images/sharp.ts';
import { onlyTile, type TiledPicture } from './draw-tiles.ts';

/** A preview is viewed once: a higher level saves a few per cent of the bytes and takes twice the time. */
const COMPRESSION_LEVEL = 3;

/** Encode a picture that was drawn without inks as it is, on white, 8 bits a channel, without alpha. */
export async function encodeFullColour(drawn: TiledPicture): Promise<Uint8Array> {
  const sharp = await openSharp();
  const { rgba, place } = onlyTile(drawn);
  const raw = { width: place.width, height: place.height, channels: 3 } as const;
  return sharp(compositeOnWhite(rgba), { raw }).png({ compressionLevel: COMPRESSION_LEVEL }).toBuffer();
}

/** Pixels on white. @param rgba  premultiplied; @returns three bytes a pixel */
export function compositeOnWhite(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const white = 255 - (rgba[from + 3] ?? 255);
    rgb[to] = (rgba[from] ?? 0) + white;
    rgb[to + 1] = (rgba[from + 1] ?? 0) + white;
    rgb[to + 2] = (rgba[from + 2] ?? 0) + white;
  }
  return rgb;
}
