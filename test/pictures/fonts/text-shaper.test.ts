import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readFontBook } from '../../../src/pictures/fonts/font-book.ts';
import { type FontChoice, FontFinder } from '../../../src/pictures/fonts/font-finder.ts';
import type { OpenFont } from '../../../src/pictures/fonts/open-font.ts';
import { TextShaper } from '../../../src/pictures/fonts/text-shaper.ts';
import { bundledBook, SERIF, SILKSCREEN, withTempDir } from '../../support/fonts/bundled.ts';

const finder = new FontFinder(bundledBook());

function choice(family: string, weight = 400): FontChoice {
  const wanted = { families: [family], weight, style: 'normal', stretchPercent: 100, variations: new Map() };
  const [run] = finder.findRuns('a', { ...wanted, style: 'normal' }).runs;
  assert.ok(run !== undefined);
  return run.font;
}

function open(shaper: TextShaper, font: FontChoice): OpenFont {
  const opened = shaper.open(font);
  assert.ok(opened !== null);
  return opened;
}

describe('an open font', () => {
  const sans = open(new TextShaper(), choice('Source Sans 3'));

  it('knows its metrics', () => {
    const { unitsPerEm, xHeight, ascent, descent, stem } = sans.metrics;
    assert.equal(unitsPerEm, 1000);
    assert.ok(xHeight > 450 && xHeight < 520, `${xHeight}`);
    assert.ok(ascent > 700 && descent < -200);
    assert.ok(stem > 70 && stem < 110, `${stem}`);
  });

  it('stands where its axes say', () => {
    const bold = open(new TextShaper(), choice('Source Sans 3', 700));
    assert.ok(bold.metrics.stem > sans.metrics.stem * 1.4);
    const width = (font: OpenFont): number =>
      font.shape('nnnn').reduce((sum, { advance }) => sum + advance, 0);
    assert.ok(width(bold) > width(sans));
  });

  it('shapes characters to glyphs with kerning, marks and ligatures', () => {
    const serif = open(new TextShaper(), choice('Source Serif 4'));
    const advance = (text: string): number =>
      serif.shape(text).reduce((sum, glyph) => sum + glyph.advance, 0);
    assert.ok(advance('AV') < advance('A') + advance('V'));
    assert.deepEqual(serif.shape('fi').length <= 2, true);
    assert.deepEqual(
      serif.shape('ab').map(({ cluster }) => cluster),
      [0, 1],
    );
    const marked = serif.shape('e\u0301x');
    assert.equal(marked.at(-1)?.cluster, 2);
  });

  it('gives outlines within the box that they claim, and none for a space', () => {
    const glyph = sans.shape('g')[0]?.glyph ?? 0;
    const outline = sans.outline(glyph);
    assert.ok(outline !== null && outline.stream.length > 30);
    assert.ok(outline.box.bottom < 0 && outline.box.top > 400 && outline.box.right > 300);
    assert.equal(sans.outline(sans.shape(' ')[0]?.glyph ?? 0)?.stream.length, 0);
  });
});

describe('the shaper', () => {
  it('gives a font that is opened anew another key', () => {
    const [first = 0, second = 0] = [1, 2].map(() => open(new TextShaper(), choice('Silkscreen')).key);
    assert.notEqual(first, second);
    const shaper = new TextShaper();
    const all = [400, 500, 600].map((weight) => open(shaper, choice('Source Sans 3', weight)).key);
    assert.equal(new Set([first, second, ...all]).size, 5);
    assert.equal(open(shaper, choice('Source Sans 3', 500)).key, all[1]);
  });

  it('keeps few fonts open, and few shapes and outlines', () => {
    const shaper = new TextShaper();
    for (let weight = 200; weight < 400; weight += 1) {
      const font = open(shaper, choice('Source Sans 3', weight));
      for (let i = 0; i < 60; i += 1) font.shape(`some text ${i}`);
      for (let glyph = 1; glyph < 40; glyph += 1) font.outline(glyph);
      shaper.nextPicture();
      assert.ok(shaper.size.cached <= 4 * 1024 * 1024, `${shaper.size.cached}`);
      assert.ok(shaper.size.files <= 64 * 1024 * 1024 + 700_000);
    }
  });

  it('opens a bounded number of fonts for one picture', () => {
    const shaper = new TextShaper();
    const opened = (from: number): number =>
      Array.from({ length: 80 }, (_, i) => shaper.open(choice('Source Sans 3', from + i))).filter(
        (font) => font !== null,
      ).length;
    assert.equal(opened(200), 64);
    assert.notEqual(shaper.open(choice('Source Sans 3', 210)), null);
    shaper.nextPicture();
    assert.equal(opened(400), 64);
  });

  it('closes no font that the picture uses, however large they are', async () => {
    await withTempDir((dir) => {
      const shaper = new TextShaper();
      const { face } = choice('Silkscreen');
      // Bytes behind the tables are nobody's; three of these are more than may be open.
      const padded = Buffer.concat([readFileSync(SILKSCREEN), Buffer.alloc(30 * 1024 * 1024)]);
      const fonts = [0, 1, 2, 3].map((i) => {
        const file = path.join(dir, `${i}.ttf`);
        writeFileSync(file, padded);
        return { face: { ...face, file, fingerprint: `${i}` }, location: [] };
      });
      const opened = fonts.map((font) => shaper.open(font));
      assert.deepEqual(
        opened.map((font) => font !== null),
        [true, true, true, false],
      );
      const sound = open(new TextShaper(), choice('Silkscreen'));
      for (const font of opened.slice(0, 3)) {
        const glyph = font?.shape('H')[0]?.glyph ?? 0;
        assert.deepEqual(font?.outline(glyph), sound.outline(glyph));
      }
      shaper.nextPicture();
      assert.notEqual(shaper.open(fonts[3] as FontChoice), null);
    });
  });

  it('takes damaged and cut-off fonts for fonts or for none, and goes on with the next', async () => {
    await withTempDir((dir) => {
      const shaper = new TextShaper();
      const [sound] = readFontBook([{ dir: path.dirname(SILKSCREEN), origin: 'embedded' }]).faces;
      assert.ok(sound !== undefined);
      for (const [source, rounds] of [
        [SILKSCREEN, 300],
        [SERIF, 20],
      ] as const) {
        const bytes = readFileSync(source);
        for (let i = 0; i < rounds; i += 1) {
          const file = path.join(dir, `${i}.ttf`);
          writeFileSync(file, spoil(bytes, i));
          const face = { ...sound, file, fingerprint: `${source}${i}` };
          shaper.nextPicture();
          shaper.use(() => {
            const font = shaper.open({ face, location: [] });
            for (const { glyph } of font?.shape('Hamburg 123') ?? []) font?.outline(glyph);
          });
        }
      }
      shaper.nextPicture();
      assert.ok(open(shaper, { face: sound, location: [] }).shape('ok').length === 2);
    });
  });

  it('opens nothing for a file that is gone or is no font', async () => {
    await withTempDir((dir) => {
      const shaper = new TextShaper();
      const { face } = choice('Silkscreen');
      assert.equal(shaper.open({ face: { ...face, file: path.join(dir, 'gone.ttf') }, location: [] }), null);
      const file = path.join(dir, 'text.ttf');
      writeFileSync(file, 'no font at all');
      const font = shaper.open({ face: { ...face, file, fingerprint: 'x' }, location: [] });
      assert.deepEqual(font?.shape('a').map(({ glyph }) => glyph) ?? [0], [0]);
    });
  });
});

/** Some bits flipped, every third time cut off too. */
function spoil(font: Buffer, seed: number): Buffer {
  const damaged = Buffer.from(font);
  for (let n = 0; n < 12; n += 1) {
    const at = (seed * 7919 + n * 104_729) % damaged.length;
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (n % 8));
  }
  return seed % 3 === 0 ? damaged.subarray(0, (seed * 611) % damaged.length) : damaged;
}
