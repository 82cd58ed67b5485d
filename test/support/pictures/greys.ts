/** Pictures as greys on white, drawn as a whole and in tiles, to be compared. */
import assert from 'node:assert/strict';
import { draw, GREYS, picture } from './svg-pictures.ts';

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The grey of every pixel on white. */
export async function greysOfWhole(svg: string, size: Size): Promise<Uint8Array> {
  const { rgba } = await picture(svg, size);
  return Uint8Array.from({ length: rgba.length / 4 }, (_, at) => onWhite(rgba, at));
}

/**
 * The same, put together from solids and tiles; null when the picture was drawn in one. Texts that the engine takes out of
 * the document are not in it.
 */
export async function greysOfPieces(
  svg: string,
  size: Size,
  options: { readonly fitsText?: boolean } = {},
): Promise<Uint8Array | null> {
  const drawn = await draw(svg, { ...size, ...options, inks: GREYS });
  assert.ok(drawn.ok, drawn.ok ? '' : drawn.error.message);
  const { solids, tiles } = drawn.value;
  if (solids.length === 0) return null;
  const greys = new Uint8Array(size.widthPx * size.heightPx);
  const fill = (
    place: { x: number; y: number; width: number; height: number },
    value: (at: number) => number,
  ): void => {
    for (let at = 0; at < place.width * place.height; at += 1) {
      const [x, y] = [place.x + (at % place.width), place.y + Math.floor(at / place.width)];
      greys[y * size.widthPx + x] = value(at);
    }
  };
  for (const solid of solids) fill(solid, () => solid.index * 85);
  for (const { place, rgba } of tiles) fill(place, (at) => onWhite(rgba, at));
  return greys;
}

function onWhite(rgba: Uint8Array, at: number): number {
  return (rgba[at * 4] ?? 0) + 255 - (rgba[at * 4 + 3] ?? 0);
}

/** Places are rounded to quarters of a pixel, so an edge that a part moves by a rounding may be off by one such step. */
export function pixelsOff(whole: Uint8Array, pieces: Uint8Array): number {
  return whole.filter((grey, at) => Math.abs(grey - (pieces[at] ?? 0)) > 36).length;
}
