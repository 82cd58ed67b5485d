/**
 * Draws a sheet with the test page of every panel of the catalogue as its viewer sees it, to be looked at.
 * Usage: npm run panels:sheet -- [file]     (default: panels.png in the folder for temporary files)
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { panelCatalogue } from '../../src/config/read/panel-catalogue.ts';
import { openGallery } from '../support/screens/gallery.ts';
import { drawPanel } from './draw-panel.ts';

const CELL = { width: 330, height: 300, columns: 6 };
const LABEL_PX = 22;

const file = process.argv[2] ?? path.join(tmpdir(), 'panels.png');
const panels = [...panelCatalogue().values()];
const gallery = await openGallery();
const tiles: OverlayOptions[] = [];
for (const [index, panel] of panels.entries()) {
  const drawn = await drawPanel(gallery, panel);
  const left = (index % CELL.columns) * CELL.width;
  const top = Math.floor(index / CELL.columns) * CELL.height;
  const room = { width: CELL.width - 10, height: CELL.height - LABEL_PX - 10 };
  const small = await sharp(await drawn.upright())
    .toColourspace('srgb')
    .resize({ ...room, fit: 'inside' })
    .png()
    .toBuffer();
  const bytes = `${panel.name} ${drawn.file.png.length} B, step ${drawn.file.ladderStep}`;
  const label = `<svg width="${CELL.width}" height="${LABEL_PX}"><text x="2" y="15" font-size="13" font-family="sans-serif">${bytes}</text></svg>`;
  tiles.push({ input: Buffer.from(label), left, top }, { input: small, left: left + 2, top: top + LABEL_PX });
}
await gallery.stop();
const height = Math.ceil(panels.length / CELL.columns) * CELL.height;
const ground = { width: CELL.width * CELL.columns, height, channels: 3, background: '#ccc' } as const;
await sharp({ create: ground }).composite(tiles).png().toFile(file);
process.stdout.write(`${file}\n`);
