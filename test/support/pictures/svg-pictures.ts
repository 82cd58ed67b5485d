/** Draws SVGs for tests, and looks at single pixels. */
import assert from 'node:assert/strict';
import { drawSvg, type Raster } from '../../../src/engine/jobs/raster.ts';
import type { DrawnTile } from '../../../src/pictures/draw/draw-tiles.ts';
import type { PanelInks } from '../../../src/pictures/draw/panel-inks.ts';
import { describeFailure } from '../../../src/platform/base/failure.ts';
import type { Result } from '../../../src/platform/base/result.ts';
import { StageClock, type StageTimes } from '../../../src/platform/base/stages.ts';
import { openTools } from './raster-tools.ts';

const tools = openTools();

export interface DrawOptions {
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly root?: string;
  /** Where the SVG lies below the root. Default `screen`. */
  readonly directory?: string;
  /** Default none: a picture in full colour. */
  readonly inks?: PanelInks | null;
  /** True to let the text engine draw what it can. */
  readonly fitsText?: boolean;
}

/** A panel of four even greys. */
export const GREYS: PanelInks = {
  sent: new Set([0x000000, 0x555555, 0xaaaaaa, 0xffffff]),
  solid: (rgb) => (GREYS.sent.has(rgb) ? (rgb & 255) / 85 : null),
};

/** Draw with the bundled fonts only. */
export function draw(
  source: string,
  options: DrawOptions = {},
  clock: StageClock = new StageClock(),
): Promise<Result<Raster>> {
  const order = {
    svg: source,
    name: 'test.svg',
    widthPx: options.widthPx ?? 80,
    heightPx: options.heightPx ?? 48,
    assets: { roots: options.root === undefined ? [] : [options.root], dir: options.directory ?? 'screen' },
    inks: options.inks ?? null,
    fitsText: options.fitsText ?? false,
    warnsAlways: true,
  };
  return drawSvg(tools, order, clock);
}

/** A picture that was drawn in one part. */
export type Whole = Raster & Pick<DrawnTile, 'rgba' | 'tone'> & { readonly stagesMs: StageTimes };

/** Draw what must succeed. */
export async function picture(source: string, options: DrawOptions = {}): Promise<Whole> {
  const clock = new StageClock();
  const result = await draw(source, options, clock);
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  const [part, ...others] = result.value.tiles;
  assert.ok(part !== undefined && others.length === 0 && result.value.solids.length === 0);
  return { ...result.value, rgba: part.rgba, tone: part.tone, stagesMs: clock.times };
}

/** What is said of an SVG that can be drawn. */
export async function warningsAbout(source: string): Promise<readonly string[]> {
  const result = await draw(source);
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  return result.value.warnings.map(describeFailure);
}

/** `rrggbbaa` of a pixel, premultiplied. */
export function pixel(raster: Whole, x: number, y: number): string {
  const at = (y * raster.widthPx + x) * 4;
  return Buffer.from(raster.rgba.subarray(at, at + 4)).toString('hex');
}

/** Sum of the alpha of all pixels, in whole pixels. */
export function ink(raster: Whole): number {
  let sum = 0;
  for (let at = 3; at < raster.rgba.length; at += 4) sum += raster.rgba[at] ?? 0;
  return sum / 255;
}

/** First and last column and row with any ink: `left top right bottom`. */
export function inkBox(raster: Whole): readonly [number, number, number, number] {
  let [left, top, right, bottom] = [raster.widthPx, raster.heightPx, -1, -1];
  for (let y = 0; y < raster.heightPx; y += 1) {
    for (let x = 0; x < raster.widthPx; x += 1) {
      if ((raster.rgba[(y * raster.widthPx + x) * 4 + 3] ?? 0) === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return [left, top, right, bottom];
}
