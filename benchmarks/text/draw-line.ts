/** Draws a line of text as a panel would show it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultRenderSpec } from '../../src/domain/render-spec.ts';
import type { TextMode } from '../../src/domain/text-mode.ts';
import { ditherInks } from '../../src/engine/jobs/inks.ts';
import { drawSvg } from '../../src/engine/jobs/raster.ts';
import { RasterTools } from '../../src/engine/jobs/raster-tools.ts';
import { panelInks } from '../../src/pictures/draw/panel-inks.ts';
import { readFontBook } from '../../src/pictures/fonts/font-book.ts';
import { NO_ASSETS } from '../../src/pictures/svg/images/asset-files.ts';
import { StageClock } from '../../src/platform/base/stages.ts';
import { type BenchColour, type BenchFont, FONT_DIRS } from './lines.ts';

export interface LineJob {
  readonly text: string;
  readonly font: BenchFont;
  readonly sizePx: number;
  readonly colour: BenchColour;
  readonly greys: number;
  readonly mode: TextMode;
}

/** Grey levels, one byte a pixel, row-major from the top left. */
export interface LinePicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly levels: Uint8Array;
}

export class LineDrawer {
  readonly #scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-text-bench-'));
  readonly #tools = new RasterTools({
    fonts: readFontBook(FONT_DIRS),
    scratchDir: this.#scratchDir,
  });

  async stop(): Promise<void> {
    this.#tools.stop();
    rmSync(this.#scratchDir, { recursive: true, force: true });
  }

  /** @throws {Error} the rasterizer refuses the line, or the engine does not draw it */
  async draw({ text, font, sizePx, colour, greys, mode }: LineJob): Promise<LinePicture> {
    const widthPx = Math.ceil(text.length * sizePx * 0.75 + 4 * sizePx);
    const heightPx = 3 * sizePx;
    const palette = evenGreys(greys);
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}"><rect width="100%" height="100%" fill="${colour.paper}"/>` +
      // Anywhere between two pixels, as on a real screen.
      `<text x="${sizePx + 0.37}" y="${2 * sizePx - 0.31}" font-size="${sizePx}" fill="${colour.ink}" ${font.attributes}>${text}</text></svg>`;
    const spec = { ...defaultRenderSpec({ widthPx, heightPx }), palette, text: mode };
    const drawn = await drawSvg(this.#tools, {
      svg,
      name: 'line.svg',
      widthPx,
      heightPx,
      inks: panelInks(spec),
      fitsText: mode === 'fitted',
      assets: NO_ASSETS,
    });
    if (!drawn.ok) throw new Error(drawn.error.message);
    const { textReport } = drawn.value;
    if (mode === 'fitted' && textReport.fittedCount !== 1) {
      throw new Error(`not drawn by the engine: ${Object.keys(textReport.kept).join()}`);
    }
    const indices = ditherInks(drawn.value, spec, new StageClock());
    const levels = indices.map((index) => Number.parseInt((palette[index] ?? '').slice(1, 3), 16));
    return { widthPx, heightPx, levels };
  }
}

function evenGreys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const level = Math.floor((i * 255) / (count - 1));
    return `#${level.toString(16).padStart(2, '0').repeat(3)}`;
  });
}
