/** Has pictures of lines read by tesseract. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { LinePicture } from './draw-line.ts';

const run = promisify(execFile);
/** Tesseract was trained on letters of some 30 pixels. */
const ENLARGE = 4;
/** Treat the picture as a single line. */
const SINGLE_LINE = '7';

/** The text that tesseract reads in each picture, in their order. */
export async function readLines(pictures: readonly LinePicture[]): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stipple-ocr-'));
  try {
    const files = await Promise.all(
      pictures.map((picture, i) => enlarge(picture, path.join(folder, `${i}.png`))),
    );
    const list = path.join(folder, 'list.txt');
    await writeFile(list, `${files.join('\n')}\n`);
    const { stdout } = await run(
      'tesseract',
      [list, '-', '--psm', SINGLE_LINE, '--dpi', '300', '-l', 'eng'],
      {
        maxBuffer: 1 << 26,
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      },
    );
    // A form feed ends each picture's text.
    return stdout
      .split('\f')
      .slice(0, pictures.length)
      .map((text) => text.trim());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function enlarge({ widthPx, heightPx, levels }: LinePicture, file: string): Promise<string> {
  await sharp(levels, { raw: { width: widthPx, height: heightPx, channels: 1 } })
    .resize(widthPx * ENLARGE, heightPx * ENLARGE, { kernel: 'cubic' })
    .png()
    .toFile(file);
  return file;
}

/** Fewest insertions, deletions and replacements that turn one text into the other (Levenshtein 1966). */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
