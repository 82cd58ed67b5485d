/** Pixels to a PNG in the inks of a panel. */
import type { StageClock } from '../base/stage-clock.ts';
import type { Palette } from '../domain/palette.ts';
import type { Size } from '../domain/panel.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import { ditherOptions } from '../draw/dither-options.ts';
import type { DrawnTile, TiledPicture } from '../draw/draw-tiles.ts';
import type { SolidRect } from '../draw/plan/plan.ts';
import { type DitherOptions, dither } from '../native/dither.ts';
import { drawText, type PackedText } from '../native/draw-text.ts';
import { type Effort, encodePng } from '../native/encode-png.ts';

/** A picture that has been drawn, before it is dithered. */
export interface DrawnPicture extends TiledPicture {
  /** Texts that are not in the pixels, to be drawn on the inks; null for none. */
  readonly text: PackedText | null;
}

export interface InkOptions {
  readonly spec: RenderSpec;
  /** Default `normal`. */
  readonly effort?: Effort;
  /** Colours that replace the palette in the PNG, in its order: the inks as they look on the panel. */
  readonly shown?: Palette | null;
}

/** Dither a picture and encode it. */
export function drawInks(drawn: DrawnPicture, options: InkOptions, clock: StageClock): Uint8Array {
  return encodeInks(ditherInks(drawn, options.spec, clock), options, clock);
}

/** A small picture in inks, to be laid over another. */
export interface Stamp extends Size {
  readonly x: number;
  readonly y: number;
  readonly indices: Uint8Array;
}

/**
 * Map a picture to ink indices, and draw its texts on them. They are valid until the next call.
 * @param stamp laid over all of it
 */
export function ditherInks(
  drawn: DrawnPicture,
  spec: RenderSpec,
  clock: StageClock,
  stamp: Stamp | null = null,
): Uint8Array {
  clock.begin('dither');
  const { widthPx } = spec;
  const indices = wholePicture.take(widthPx * spec.heightPx);
  for (const solid of drawn.solids) fillSolid(indices, widthPx, solid);
  const options = ditherOptions(spec);
  for (const tile of drawn.tiles) ditherTile(indices, options, tile);
  clock.begin('text');
  if (drawn.text !== null) drawText(indices, spec, drawn.text);
  if (stamp !== null) pressStamp(indices, widthPx, stamp);
  clock.end();
  return indices;
}

function pressStamp(
  into: Uint8Array,
  intoWidthPx: number,
  { x, y, widthPx, heightPx, indices }: Stamp,
): void {
  for (let row = 0; row < heightPx; row += 1) {
    into.set(indices.subarray(row * widthPx, (row + 1) * widthPx), (y + row) * intoWidthPx + x);
  }
}

function fillSolid(indices: Uint8Array, widthPx: number, { x, y, width, height, index }: SolidRect): void {
  const at = y * widthPx + x;
  if (width === widthPx) {
    indices.fill(index, at, at + width * height);
    return;
  }
  for (let row = 0; row < height; row += 1) {
    const start = at + row * widthPx;
    indices.fill(index, start, start + width);
  }
}

/** No dither error leaves the tile: what lies around it is solid ink. */
function ditherTile(indices: Uint8Array, picture: DitherOptions, { place, rgba, tone }: DrawnTile): void {
  const { x, y, width, height } = place;
  const at = y * picture.widthPx + x;
  const isWide = width === picture.widthPx;
  const into = isWide ? indices.subarray(at, at + width * height) : tileScratch.take(width * height);
  const options = { ...picture, widthPx: width, heightPx: height, into };
  dither(rgba, tone === null ? options : { ...options, tone });
  if (isWide) return;
  for (let row = 0; row < height; row += 1) {
    indices.set(into.subarray(row * width, (row + 1) * width), at + row * picture.widthPx);
  }
}

/** Encode ink indices. */
export function encodeInks(indices: Uint8Array, options: InkOptions, clock: StageClock): Uint8Array {
  const { spec, effort = 'normal', shown = null } = options;
  const { widthPx, heightPx, minPngBytes } = spec;
  clock.begin('encode');
  const palette = shown ?? spec.palette;
  const png = encodePng(indices, { widthPx, heightPx, palette, minBytes: minPngBytes, effort });
  clock.end();
  return png;
}

/** Memory for indices that is reused: allocating it takes more than a third of the time of dithering. */
class Scratch {
  #bytes = new Uint8Array(0);

  take(length: number): Uint8Array {
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes.subarray(0, length);
  }
}

const wholePicture = new Scratch();
const tileScratch = new Scratch();
