/** Draws a line of text as a panel would show it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultRenderSpec } from '../../src/domain/render-spec.ts';
import type { TextMode } from '../../src/domain/text-mode.ts';
import { readFontBook } from '../../src/fonts/font-book.ts';
import { ditherInks } from '../../src/render/inks.ts';
import { panelInks } from '../../src/render/panel-inks.ts';
import { Rasterizer } from '../../src/svg/rasterizer.ts';
import { TextLifter } from '../../src/text/text-lifter.ts';
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
  readonly #rasterizer = Rasterizer.create({
    fonts: readFontBook(FONT_DIRS),
    scratchDir: this.#scratchDir,
    lifter: (finder) => new TextLifter(finder),
  });

  async stop(): Promise<void> {
    (await this.#rasterizer).stop();
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
    const drawn = await (await this.#rasterizer).rasterize({
      svg,
      name: 'line.svg',
      widthPx,
      heightPx,
      inks: panelInks(spec),
      fitsText: mode === 'fitted',
      assetRoots: [],
      assetDir: '',
    });
    if (!drawn.ok) throw new Error(drawn.error.message);
    const { textReport } = drawn.value;
    if (mode === 'fitted' && textReport.liftedCount !== 1) {
      throw new Error(`not drawn by the engine: ${Object.keys(textReport.kept).join()}`);
    }
    const indices = ditherInks(drawn.value, spec, {});
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
