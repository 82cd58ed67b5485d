/**
 * Drawings of other projects: each is drawn as the plain renderer draws it, or refused with a sentence, and in tiles as it
 * is as a whole. `CORPUS=all` looks at every drawing (`npm run test:corpus`); without it at some hundreds.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { greysOfPieces, greysOfWhole, pixelsOff } from '../support/pictures/greys.ts';
import { type Painted, paintedOutside } from '../support/pictures/painted-outside.ts';
import { draw } from '../support/pictures/svg-pictures.ts';
import { CORPORA, type Drawing, drawingsOf } from './corpora.ts';
import { OTHERWISE_IN_PARTS, reasonFor } from './known.ts';
import { onPage } from './on-page.ts';

const IS_SHORT = process.env['CORPUS'] !== 'all';
const PAGE = { widthPx: 800, heightPx: 480 };
/** About how wide a drawing is drawn beside the plain renderer. */
const WIDTH_PX = 200;
const MAX_EDGE_PX = 1200;
/** A step of antialiasing, in one channel. */
const STEP = 40;
/** Pixels that may differ by more, on edges that lie between two steps. */
const MAX_OFF = 40;

interface Plain {
  readonly rgba: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The plain renderer's picture at a whole multiple of the drawing's size; null when it makes none of a usual size. */
function drawPlainly(source: string): Plain | null {
  try {
    const font = { loadSystemFonts: false };
    const { width, height } = new Resvg(source, { font });
    const zoom = Math.max(1, Math.round(WIDTH_PX / width));
    if (Math.max(width, height) * zoom > MAX_EDGE_PX) return null;
    const drawn = new Resvg(source, { font, fitTo: { mode: 'zoom', value: zoom } }).render();
    // A size that is no whole number is rounded before it is enlarged: then pixels lie elsewhere.
    if (drawn.width !== width * zoom || drawn.height !== height * zoom) return null;
    return { rgba: drawn.pixels, widthPx: drawn.width, heightPx: drawn.height };
  } catch {
    return null;
  }
}

/** Texts need fonts, which the plain renderer is not given; it fails at some drawings altogether. */
async function differenceFromPlain({ source, folder }: Drawing): Promise<string | null> {
  const first = await draw(source, { ...PAGE, root: folder, directory: '.' });
  if (!first.ok) return first.error.message.length > 10 ? null : 'refused without a sentence';
  if (/<(?:\w+:)?text\b/.test(source)) return null;
  const plain = drawPlainly(source);
  if (plain === null) return null;
  const drawn = await draw(source, { ...plain, root: folder, directory: '.' });
  if (!drawn.ok) return drawn.error.message;
  const rgba = drawn.value.tiles[0]?.rgba ?? new Uint8Array(0);
  const off = plain.rgba.reduce(
    (sum, value, at) => sum + (Math.abs(value - (rgba[at] ?? 0)) > STEP ? 1 : 0),
    0,
  );
  return off > Math.max(MAX_OFF, rgba.length / 1000)
    ? `${off} channels differ from the plain renderer`
    : null;
}

async function differenceInParts({ source }: Drawing): Promise<'alike' | 'one part' | string> {
  const page = onPage(source, PAGE);
  if (page === null || !(await draw(page, PAGE)).ok) return 'one part';
  const pieces = await greysOfPieces(page, PAGE);
  if (pieces === null) return 'one part';
  const off = pixelsOff(await greysOfWhole(page, PAGE), pieces);
  return off > MAX_OFF ? `${off} pixels differ when it is drawn in tiles` : 'alike';
}

/** What the renderer paints of a drawing on an empty page; null for one that cannot be drawn there. */
function boxesOnPage(source: string): Painted | null {
  const page = onPage(source, PAGE)?.replace(/<rect width="800" height="480" fill="#fff"\/>/, '') ?? null;
  if (page === null) return null;
  try {
    return paintedOutside(page, { width: PAGE.widthPx, height: PAGE.heightPx });
  } catch {
    return null;
  }
}

for (const corpus of CORPORA) {
  describe(corpus.name, () => {
    let drawings: readonly Drawing[] = [];
    before(() => {
      drawings = drawingsOf(corpus, IS_SHORT);
    });

    it('look as the plain renderer draws them, unless there is a reason', async () => {
      const wrong: string[] = [];
      assert.ok(drawings.length >= corpus.sample, `${drawings.length} drawings`);
      for (const drawing of drawings) {
        const difference = reasonFor(drawing.name) === null ? await differenceFromPlain(drawing) : null;
        if (difference !== null) wrong.push(`${drawing.name}: ${difference}`);
      }
      assert.deepEqual(wrong, []);
    });

    it('lie in the boxes that are computed of them, with every pixel', () => {
      const wrong: string[] = [];
      let known = 0;
      let drawn = 0;
      for (const { name, source } of drawings) {
        const painted = boxesOnPage(source);
        if (painted === null) continue;
        drawn += 1;
        if (painted.boxes === null) continue;
        known += 1;
        if (painted.outside.length > 0) wrong.push(`${name}: ${painted.outside.slice(0, 5).join(' ')}`);
      }
      assert.deepEqual(wrong, []);
      assert.ok(known > 0.95 * drawn, `only ${known} of ${drawn} have a known place`);
    });

    it('look in tiles as they do as a whole, unless there is a reason', async () => {
      const wrong: string[] = [];
      let compared = 0;
      for (const drawing of drawings) {
        if (reasonFor(drawing.name, OTHERWISE_IN_PARTS) !== null) continue;
        const difference = await differenceInParts(drawing);
        if (difference === 'alike') compared += 1;
        else if (difference !== 'one part') wrong.push(`${drawing.name}: ${difference}`);
      }
      assert.deepEqual(wrong, []);
      assert.ok(compared > 0.15 * drawings.length, `only ${compared} were drawn in tiles`);
    });
  });
}
