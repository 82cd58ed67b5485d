/** Contact sheets: enlarged crops of lines as resvg and as the engine draws them. */
import path from 'node:path';
import sharp from 'sharp';
import type { LineDrawer, LinePicture } from './draw-line.ts';
import { COLOURS, FONTS, GREY_COUNTS, LINE_SETS } from './lines.ts';

const SIZES = [8, 10, 12, 16];
const ZOOM = 3;
const CROP_PX = 150;
const GAP_PX = 2;

/** One sheet for each number of greys: sizes downwards, plain left, fitted right. */
export async function writeSheets(drawer: LineDrawer, folder: string): Promise<void> {
  const [black] = COLOURS;
  if (black === undefined) return;
  for (const greys of GREY_COUNTS) {
    const cells: { picture: LinePicture; column: number; top: number }[] = [];
    let top = 0;
    for (const font of FONTS.slice(0, 4)) {
      for (const sizePx of SIZES) {
        const job = { text: LINE_SETS['held-out'][0], font, sizePx, colour: black, greys };
        const pair = [
          await drawer.draw({ ...job, mode: 'plain' }),
          await drawer.draw({ ...job, mode: 'fitted' }),
        ];
        for (const [column, picture] of pair.entries()) cells.push({ picture, column, top });
        top += (pair[0]?.heightPx ?? 0) - sizePx + GAP_PX;
      }
    }
    await writeSheet(cells, top, path.join(folder, `text-${greys}-greys.png`));
  }
}

async function writeSheet(
  cells: readonly { readonly picture: LinePicture; readonly column: number; readonly top: number }[],
  heightPx: number,
  file: string,
): Promise<void> {
  const widthPx = 2 * CROP_PX + GAP_PX;
  const sheet = new Uint8Array(widthPx * (heightPx + GAP_PX)).fill(255);
  for (const { picture, column, top } of cells) {
    const left = column * (CROP_PX + GAP_PX);
    // Half an em above and below is enough.
    const skip = Math.floor(picture.heightPx / 6);
    for (let y = skip; y < picture.heightPx - skip; y += 1) {
      for (let x = 0; x < Math.min(CROP_PX, picture.widthPx); x += 1) {
        sheet[(top + y - skip) * widthPx + left + x] = picture.levels[y * picture.widthPx + x] ?? 255;
      }
    }
  }
  await sharp(sheet, { raw: { width: widthPx, height: heightPx + GAP_PX, channels: 1 } })
    .resize(widthPx * ZOOM, (heightPx + GAP_PX) * ZOOM, { kernel: 'nearest' })
    .png({ palette: true, colours: 16, effort: 10 })
    .toFile(file);
}
