/** Pixels to a PNG in the inks of a panel. */
import type { Palette } from '../domain/palette.ts';
import type { RenderSpec } from '../domain/render-spec.ts';
import { ditherPicture } from '../native/dither.ts';
import { drawText } from '../native/draw-text.ts';
import { type Effort, encodePicture } from '../native/encode-png.ts';
import type { Raster } from '../svg/rasterizer.ts';
import type { Stages } from './jobs.ts';

export interface InkOptions {
  readonly spec: RenderSpec;
  /** Default `normal`. */
  readonly effort?: Effort;
  /** Colours that the PNG names in place of the palette, in its order: for a look at the panel as it is. */
  readonly shown?: Palette | null;
}

/** Dither a picture and encode it. Adds the time of both to `stagesMs`. */
export function drawInks(drawn: Raster, options: InkOptions, stagesMs: Stages): Uint8Array {
  return encodeInks(ditherInks(drawn, options.spec, stagesMs), options, stagesMs);
}

/** Map a picture to ink indices, and draw its texts on them. They are valid until the next call. */
export function ditherInks(drawn: Raster, spec: RenderSpec, stagesMs: Stages): Uint8Array {
  const start = performance.now();
  const indices = ditherPicture(drawn.rgba, spec, { tone: drawn.tone, into: scratchIndices(spec) });
  addTime(stagesMs, 'dither', start);
  if (drawn.text !== null) {
    const textStart = performance.now();
    drawText(indices, spec, drawn.text);
    addTime(stagesMs, 'text', textStart);
  }
  return indices;
}

/** Encode ink indices. */
export function encodeInks(indices: Uint8Array, options: InkOptions, stagesMs: Stages): Uint8Array {
  const { spec, effort = 'normal', shown = null } = options;
  const start = performance.now();
  const png = encodePicture(indices, shown === null ? spec : { ...spec, palette: shown }, effort);
  addTime(stagesMs, 'encode', start);
  return png;
}

/** The indices of the last picture: fresh memory of this size costs more than a third of the dithering. */
let scratch = new Uint8Array(0);

function scratchIndices({ widthPx, heightPx }: RenderSpec): Uint8Array {
  const pixels = widthPx * heightPx;
  if (scratch.length !== pixels) scratch = new Uint8Array(pixels);
  return scratch;
}

function addTime(stagesMs: Stages, stage: string, start: number): void {
  stagesMs[stage] = (stagesMs[stage] ?? 0) + performance.now() - start;
}
