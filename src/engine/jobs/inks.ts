/** Pixels to a PNG in the inks of a panel. */
import { lightestInk, type Palette } from '../../domain/palette.ts';
import type { RenderSpec } from '../../domain/render-spec.ts';
import type { DrawnTile, TiledPicture } from '../../pictures/draw/draw-tiles.ts';
import { ditherOptions } from '../../pictures/draw/panel-inks.ts';
import type { SolidRect } from '../../pictures/draw/plan/plan.ts';
import { type DitherOptions, dither } from '../../pictures/native/dither.ts';
import { drawText, type PackedText } from '../../pictures/native/draw-text.ts';
import { type Effort, encodePng } from '../../pictures/native/encode-png.ts';
import type { StageClock } from '../../platform/base/stages.ts';
import { inFrame, Scratch } from './mount.ts';
import { pressStamp, type Stamp } from './stamp.ts';

/** A picture that has been drawn, before it is dithered. */
export interface DrawnPicture extends TiledPicture {
  /** Texts that are not in the pixels, to be drawn on the inks; null for none. */
  readonly text: PackedText | null;
}

interface InkOptions {
  readonly spec: RenderSpec;
  /** Default `normal`. */
  readonly effort?: Effort;
  /** True for the file of the device: turned, and with the panel's free edges. */
  readonly mounted?: boolean;
  /** Colours that replace the palette in the PNG, in its order: the inks as they look on the panel. */
  readonly shown?: Palette | null;
}

/** Dither a picture and encode it. */
export function drawInks(drawn: DrawnPicture, options: InkOptions, clock: StageClock): Uint8Array {
  return encodeInks(ditherInks(drawn, options.spec, clock), options, clock);
}

/** What else decides the indices of a picture. */
interface InkLayers {
  /** Laid over all of it. */
  readonly stamp?: Stamp | null;
  /** How much its dots join; default not at all. */
  readonly hysteresis?: number;
}

/** Map a picture to ink indices, and draw its texts on them. They are valid until the next call. */
export function ditherInks(
  drawn: DrawnPicture,
  spec: RenderSpec,
  clock: StageClock,
  { stamp = null, hysteresis = 0 }: InkLayers = {},
): Uint8Array {
  clock.begin('dither');
  const { widthPx } = spec;
  const indices = wholePicture.take(widthPx * spec.heightPx);
  for (const solid of drawn.solids) fillSolid(indices, widthPx, solid);
  const options = { ...ditherOptions(spec), hysteresis };
  for (const tile of drawn.tiles) ditherTile(indices, options, tile);
  clock.begin('text');
  if (drawn.text !== null) drawText(indices, spec, drawn.text);
  if (stamp !== null) pressStamp(indices, widthPx, stamp, 1);
  clock.end();
  return indices;
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
  const { spec, effort = 'normal', mounted = false, shown = null } = options;
  clock.begin('encode');
  const palette = shown ?? spec.palette;
  const ground = mounted ? lightestInk(spec.palette) : 0;
  const framed = mounted ? inFrame(indices, spec, 1, ground) : { ...spec, pixels: indices };
  const { widthPx, heightPx, pixels } = framed;
  // Inks as they look need not be greys.
  const format = shown === null ? spec.png : null;
  const png = encodePng(pixels, { widthPx, heightPx, palette, minBytes: spec.minPngBytes, effort, format });
  clock.end();
  return png;
}

const wholePicture = new Scratch();
const tileScratch = new Scratch();
