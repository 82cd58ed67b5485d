import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { drawText } from '../../../src/pictures/native/draw-text.ts';
import { FOUR_GREYS } from '../../support/pictures/kernel-pictures.ts';

const PICTURE = { widthPx: 40, heightPx: 30, palette: FOUR_GREYS };
const { widthPx, heightPx } = PICTURE;

/** A rectangle of 10 x 10 pixels at 20 pixels an em: corners 0,0 and 500,500 of 1000 units. */
const BLOCK = Int32Array.from([0, 0, 0, 1, 32_000, 0, 1, 32_000, 32_000, 1, 0, 32_000]);

/** A leaning stroke, which has pixels of every coverage. */
const SLANT = Int32Array.from([0, 0, 0, 1, 8_000, 0, 1, 40_000, 45_000, 1, 32_000, 45_000]);

interface Changes {
  readonly clip?: readonly number[];
  readonly counts?: readonly number[];
  readonly font?: readonly number[];
  readonly glyph?: readonly number[];
  readonly position?: readonly number[];
  readonly run?: readonly number[];
  readonly bar?: readonly number[];
  readonly order?: readonly number[];
}

/** One black block at 8, 20 and one light line below it. */
function numbers(changes: Changes = {}): Float64Array {
  const {
    clip = [0, 0, widthPx, heightPx],
    counts = [1, 1, 1, 1, 1, 2],
    font = [1, 1000, 500, 0.08],
    glyph = [0, 7, 0, BLOCK.length],
    position = [0, 8],
    run = [0x000000, 20, 20, 0, 1],
    bar = [0xaaaaaa, 2, 22, 30, 24],
    order = [0, 2 ** 31],
  } = changes;
  return Float64Array.from([...clip, ...counts, ...font, ...glyph, ...position, ...run, ...bar, ...order]);
}

function draw(packed: Float64Array, outlines: Int32Array = BLOCK): Uint8Array {
  const indices = new Uint8Array(widthPx * heightPx).fill(3);
  drawText(indices, PICTURE, { numbers: packed, outlines });
  return indices;
}

describe('drawText', () => {
  it('draws glyphs and lines where they are told', () => {
    const indices = draw(numbers());
    const at = (x: number, y: number) => indices[y * widthPx + x];
    assert.deepEqual([at(8, 10), at(17, 19), at(7, 10), at(8, 9), at(18, 19), at(8, 20)], [0, 0, 3, 3, 3, 3]);
    assert.deepEqual([at(2, 22), at(29, 23), at(30, 23), at(2, 24)], [2, 2, 3, 3]);
  });

  it('refuses numbers that do not fit together, and draws nothing of them', () => {
    const bad: Record<string, Float64Array> = {
      'too few': numbers().subarray(0, -1),
      'too many': Float64Array.from([...numbers(), 0]),
      none: new Float64Array(0),
      'a count beyond the numbers': numbers({ counts: [1, 1, 1, 1, 1, 1e9] }),
      'a count that is no integer': numbers({ counts: [1, 1, 1.5, 1, 1, 2] }),
      'a negative count': numbers({ counts: [-1, 1, 1, 1, 1, 2] }),
      'a clip beyond the picture': numbers({ clip: [0, 0, widthPx + 1, heightPx] }),
      'an empty clip the wrong way round': numbers({ clip: [20, 0, 10, heightPx] }),
      'a font without units': numbers({ font: [1, 0, 500, 0.08] }),
      'an outline beyond the stream': numbers({ glyph: [0, 7, 1, BLOCK.length] }),
      'an outline that starts within': numbers({ glyph: [0, 7, 1, BLOCK.length - 1] }),
      'a glyph of no font': numbers({ glyph: [1, 7, 0, BLOCK.length] }),
      'a position of no glyph': numbers({ position: [1, 8] }),
      'a position that is no number': numbers({ position: [0, Number.NaN] }),
      'a place beyond every picture': numbers({ position: [0, 1e300] }),
      'a run beyond the positions': numbers({ run: [0, 20, 20, 0, 2] }),
      'a size of nothing': numbers({ run: [0, 0, 20, 0, 1] }),
      'an infinite size': numbers({ run: [0, Number.POSITIVE_INFINITY, 20, 0, 1] }),
      'a colour of four bytes': numbers({ run: [0x1000000, 20, 20, 0, 1] }),
      'a line that is no number': numbers({ bar: [0, Number.NaN, 22, 30, 24] }),
      'an order beyond the runs': numbers({ order: [1, 2 ** 31] }),
      'an order beyond the lines': numbers({ order: [0, 2 ** 31 + 1] }),
    };
    for (const [what, packed] of Object.entries(bad)) assert.throws(() => draw(packed), RangeError, what);
  });

  it('refuses other kinds of arrays, and detached and shared ones', () => {
    const indices = new Uint8Array(widthPx * heightPx);
    const drawAny = drawText as (indices: unknown, options: unknown, text: unknown) => void;
    const good = { numbers: numbers(), outlines: BLOCK };
    const refuses = (error: object, ...values: [unknown, unknown, unknown]): void =>
      assert.throws(() => drawAny(...values), error);
    const type = (message: RegExp) => ({ name: 'TypeError', message });
    const range = (message: RegExp) => ({ name: 'RangeError', message });
    refuses(type(/^numbers: expected a Float64Array, got a list$/), indices, PICTURE, {
      ...good,
      numbers: [],
    });
    refuses(type(/^outlines: expected/), indices, PICTURE, { ...good, outlines: new Uint8Array(4) });
    refuses(type(/^indices: expected/), 'x', PICTURE, good);
    refuses(range(/^indices: expected 1230 bytes, got 1200$/), indices, { ...PICTURE, widthPx: 41 }, good);
    refuses(range(/^widthPx: expected/), indices, { ...PICTURE, widthPx: -1 }, good);
    const shared = new Uint8Array(new SharedArrayBuffer(widthPx * heightPx));
    refuses(type(/^indices: expected memory/), shared, PICTURE, good);
    const gone = numbers();
    structuredClone(gone, { transfer: [gone.buffer as ArrayBuffer] });
    refuses(range(/text/), indices, PICTURE, { ...good, numbers: gone });
  });

  it('takes no longer on 256 greys than on sixteen, by more than the papers are more', () => {
    const runs = 4;
    const glyphs = 20;
    const size = { widthPx: glyphs * 10, heightPx: 40 };
    const text = Float64Array.from([
      ...[0, 0, size.widthPx, size.heightPx],
      ...[1, 1, glyphs, runs, 0, runs],
      ...[1, 1000, 500, 0.08],
      ...[0, 7, 0, SLANT.length],
      ...Array.from({ length: glyphs }, (_, i) => [0, i * 10]).flat(),
      ...Array.from({ length: runs }, (_, i) => [i % 2 === 0 ? 0 : 0xffffff, 24 + i, 30, 0, glyphs]).flat(),
      ...Array.from({ length: runs }, (_, i) => i),
    ]);
    const millisecondsOn = (greys: number): number => {
      const palette = Array.from({ length: greys }, (_, i) => {
        const level = Math.round((i * 255) / (greys - 1)).toString(16);
        return `#${level.padStart(2, '0').repeat(3)}`;
      });
      // No two neighbours are on one paper.
      const papers = Uint8Array.from({ length: size.widthPx * size.heightPx }, (_, i) => (i * 7) % greys);
      const before = process.cpuUsage();
      drawText(papers, { ...size, palette }, { numbers: text, outlines: SLANT });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const few = millisecondsOn(16);
    const many = millisecondsOn(256);
    assert.ok(many <= 16 * few + 100, `${many} ms on 256 greys, ${few} ms on 16`);
  });

  it('leaves indices without an ink alone', () => {
    const indices = new Uint8Array(widthPx * heightPx).fill(200);
    drawText(indices, PICTURE, { numbers: numbers(), outlines: BLOCK });
    assert.deepEqual(new Set(indices), new Set([200]));
  });

  it('draws the same in every thread', async () => {
    const file = new URL('./draw-text-thread.js', import.meta.url);
    const drawn = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<Uint8Array>((resolve, reject) => {
            const worker = new Worker(file, {
              workerData: { numbers: numbers(), outlines: BLOCK, picture: PICTURE },
            });
            worker.once('message', resolve);
            worker.once('error', reject);
          }),
      ),
    );
    for (const indices of drawn) assert.deepEqual(new Uint8Array(indices), draw(numbers()));
  });
});
