/** Contact sheets: crops of pictures, enlarged pixel by pixel, each with its label above it. */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { drawImage } from './draw-svg.ts';
import { at } from './fft.ts';
import type { Image } from './image.ts';

export interface Cell {
  readonly label: string;
  readonly image: Image;
  /** Left, top, width and height of what is shown of it. */
  readonly crop: readonly [number, number, number, number];
}

export interface Layout {
  readonly columns: number;
  /** Sheet pixels a picture pixel. */
  readonly zoom: number;
  /** Distinct colours of the file: dithered cells need few, an undithered one more. */
  readonly colours: number;
}

const GAP = 12;
const LABEL_HEIGHT = 24;
const LABEL_SIZE = 15;

/** Write the cells, row by row and all as large as the first, to a PNG. */
export async function writeSheet(file: string, cells: readonly Cell[], layout: Layout): Promise<void> {
  const [first] = cells;
  if (first === undefined) throw new Error('a contact sheet needs a cell');
  const cellWidth = first.crop[2] * layout.zoom;
  const cellHeight = first.crop[3] * layout.zoom;
  const rows = Math.ceil(cells.length / layout.columns);
  const width = layout.columns * (cellWidth + GAP) + GAP;
  const height = rows * (cellHeight + LABEL_HEIGHT + GAP) + GAP;
  const place = (i: number): readonly [number, number] => [
    GAP + (i % layout.columns) * (cellWidth + GAP),
    GAP + Math.floor(i / layout.columns) * (cellHeight + LABEL_HEIGHT + GAP),
  ];
  const sheet = await labels(
    cells.map(({ label }, i) => [label, ...place(i)]),
    width,
    height,
  );
  for (const [i, cell] of cells.entries()) {
    const [left, top] = place(i);
    enlarge(sheet, cell, layout.zoom, left, top + LABEL_HEIGHT);
  }
  const png = await sharp(sheet.rgb, { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: layout.colours, dither: 0, compressionLevel: 9 })
    .toBuffer();
  writeFileSync(file, png);
}

function labels(
  texts: readonly (readonly [string, number, number])[],
  width: number,
  height: number,
): Promise<Image> {
  const lines = texts.map(
    ([text, x, y]) => `<text x="${x}" y="${y + 17}" font-size="${LABEL_SIZE}">${escaped(text)}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans">
    <rect width="${width}" height="${height}" fill="#fff"/>${lines.join('')}</svg>`;
  return drawImage('sheet', svg, width, height);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function enlarge(sheet: Image, { image, crop }: Cell, zoom: number, left: number, top: number): void {
  const [fromX, fromY, width, height] = crop;
  for (let y = 0; y < height * zoom; y++) {
    for (let x = 0; x < width * zoom; x++) {
      const from = ((fromY + Math.floor(y / zoom)) * image.widthPx + fromX + Math.floor(x / zoom)) * 3;
      const to = ((top + y) * sheet.widthPx + left + x) * 3;
      for (let c = 0; c < 3; c++) sheet.rgb[to + c] = at(image.rgb, from + c);
    }
  }
}
