/** Draws SVGs as the server does, so that text of the bench looks like text on a panel. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawSvg } from '../../../src/engine/jobs/raster.ts';
import { RasterTools } from '../../../src/engine/jobs/raster-tools.ts';
import { onlyTile } from '../../../src/pictures/draw/draw-tiles.ts';
import { compositeOnWhite } from '../../../src/pictures/draw/full-colour.ts';
import { readFontBook } from '../../../src/pictures/fonts/font-book.ts';
import { NO_ASSETS } from '../../../src/pictures/svg/images/asset-files.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import type { Image } from './image.ts';

const FONTS = path.join(PACKAGE_ROOT, 'node_modules/dejavu-fonts-ttf/ttf');

/**
 * Draw an SVG on white, with the DejaVu fonts.
 * @throws {Error} the rasterizer refuses it
 */
export async function drawImage(
  name: string,
  svg: string,
  widthPx: number,
  heightPx: number,
): Promise<Image> {
  const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-quality-'));
  const fonts = readFontBook([{ dir: FONTS, origin: 'custom' }]);
  const tools = new RasterTools({ fonts, scratchDir });
  try {
    const drawn = await drawSvg(tools, { svg, name, widthPx, heightPx, assets: NO_ASSETS });
    if (!drawn.ok) throw new Error(`${name}: ${drawn.error.message}`);
    return { name, widthPx, heightPx, rgb: compositeOnWhite(onlyTile(drawn.value).rgba) };
  } finally {
    tools.stop();
    rmSync(scratchDir, { recursive: true, force: true });
  }
}
