/** Draws texts with the engine and with resvg alone, for comparisons. */
import assert from 'node:assert/strict';
import type { TextMode } from '../../../src/domain/text-mode.ts';
import { ditherInks } from '../../../src/engine/jobs/inks.ts';
import { drawSvg } from '../../../src/engine/jobs/raster.ts';
import type { RasterTools } from '../../../src/engine/jobs/raster-tools.ts';
import { panelInks } from '../../../src/pictures/draw/panel-inks.ts';
import { NO_ASSETS } from '../../../src/pictures/svg/images/asset-files.ts';
import type { TextReport } from '../../../src/pictures/text/extraction.ts';
import { StageClock } from '../../../src/platform/base/stages.ts';
import { openTools } from '../../support/pictures/raster-tools.ts';
import { renderSpec } from '../../support/pictures/render-spec.ts';

export const EVEN_GREYS = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => {
    const level = Math.floor((i * 255) / (count - 1))
      .toString(16)
      .padStart(2, '0');
    return `#${level}${level}${level}`;
  });

const bundled = openTools();

export interface Drawn {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Grey level of every pixel. */
  readonly levels: Uint8Array;
  readonly indices: Uint8Array;
  readonly report: TextReport;
}

export interface DrawOptions {
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly palette?: readonly string[];
  readonly mode?: TextMode;
  /** With other fonts than the bundled ones. */
  readonly tools?: RasterTools;
}

/** Draw an SVG undithered: every pixel becomes the nearest ink. */
export async function drawTexts(svg: string, options: DrawOptions = {}): Promise<Drawn> {
  const {
    widthPx = 320,
    heightPx = 100,
    palette = EVEN_GREYS(16),
    mode = 'fitted',
    tools = bundled,
  } = options;
  const tuning = { strength: 0, noiseScale: 0 };
  const spec = renderSpec({ widthPx, heightPx, palette, tuning, text: mode });
  const drawn = await drawSvg(tools, {
    svg,
    name: 'test.svg',
    widthPx,
    heightPx,
    inks: panelInks(spec),
    fitsText: mode === 'fitted',
    assets: NO_ASSETS,
  });
  assert.ok(drawn.ok, drawn.ok ? '' : drawn.error.message);
  const indices = ditherInks(drawn.value, spec, new StageClock()).slice();
  const levelOf = palette.map((ink) => Number.parseInt(ink.slice(1, 3), 16));
  const levels = indices.map((index) => levelOf[index] ?? 0);
  return { widthPx, heightPx, levels, indices, report: drawn.value.textReport };
}

/** First and last column and row with ink on white: `left top right bottom`. A trace of grey does not count. */
export function inkBox({ widthPx, heightPx, levels }: Drawn): readonly [number, number, number, number] {
  let [left, top, right, bottom] = [widthPx, heightPx, -1, -1];
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      if ((levels[y * widthPx + x] ?? 255) > 150) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return [left, top, right, bottom];
}

/** A document in which `body` stands on white. */
export function page(body: string, attributes = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 100" font-family="Source Sans 3" font-size="24" ${attributes}>${body}</svg>`;
}
