/** Draws SVGs as the server does, so that text of the bench looks like text on a panel. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../../src/base/version.ts';
import { readFontBook } from '../../../src/fonts/font-book.ts';
import { wholePart } from '../../../src/svg/draw/draw-pieces.ts';
import { compositeOnWhite } from '../../../src/svg/draw/full-colour.ts';
import { Rasterizer } from '../../../src/svg/rasterizer.ts';
import type { Image } from './image.ts';

const FONTS = path.join(PACKAGE_ROOT, 'node_modules/dejavu-fonts-ttf/ttf');

/**
 * Draw an SVG on white, with the DejaVu fonts.
 * @throws {Error} the rasterizer refuses it
 */
export async function drawSvg(name: string, svg: string, widthPx: number, heightPx: number): Promise<Image> {
  const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-quality-'));
  const fonts = readFontBook([{ dir: FONTS, origin: 'custom' }]);
  const rasterizer = await Rasterizer.create({ fonts, scratchDir });
  try {
    const drawn = await rasterizer.rasterize({ svg, name, widthPx, heightPx, assetRoots: [], assetDir: '' });
    if (!drawn.ok) throw new Error(`${name}: ${drawn.error.message}`);
    return { name, widthPx, heightPx, rgb: compositeOnWhite(wholePart(drawn.value).rgba) };
  } finally {
    rasterizer.stop();
    rmSync(scratchDir, { recursive: true, force: true });
  }
}
