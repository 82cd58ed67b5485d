import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { listFamilies, readFontBook } from '../../../src/pictures/fonts/font-book.ts';
import { FontFinder } from '../../../src/pictures/fonts/font-finder.ts';
import type { WantedFont } from '../../../src/pictures/fonts/match.ts';
import { Comparisons } from '../../../src/platform/base/nearest.ts';
import {
  BUNDLED_DIR,
  bundledBook,
  bundledFile,
  SANS,
  SILKSCREEN,
  withTempDir,
} from '../../support/fonts/bundled.ts';

const finder = new FontFinder(bundledBook());

function wanted(families: readonly string[], more: Partial<WantedFont> = {}): WantedFont {
  return { families, weight: 400, style: 'normal', stretchPercent: 100, variations: new Map(), ...more };
}

/** `text@family` for each run. */
function runs(text: string, font: WantedFont, by = finder): string[] {
  return by.findRuns(text, font).runs.map((run) => `${run.text}@${run.font.face.families[0]}`);
}

test('a text that its family covers is one run', () => {
  assert.deepEqual(runs('Hello', wanted(['Silkscreen'])), ['Hello@Silkscreen']);
});

test('generic families lead to bundled ones', () => {
  assert.deepEqual(runs('a', wanted(['monospace'])), ['a@SourceCodeVF']);
  assert.deepEqual(runs('a', wanted(['Serif'])), ['a@Source Serif 4 Variable']);
});

test('the first family of the list that exists is taken', () => {
  assert.deepEqual(runs('a', wanted(['Missing', 'silkscreen', 'serif'])), ['a@Silkscreen']);
});

test('a list of missing families ends in the default family', () => {
  assert.deepEqual(runs('a', wanted(['Missing'])), ['a@SourceSans3VF']);
});

test('characters that the family lacks come from the next one of the list that has them', () => {
  assert.deepEqual(runs('a ж b', wanted(['Silkscreen', 'serif'])), [
    'a @Silkscreen',
    'ж @Source Serif 4 Variable',
    'b@Silkscreen',
  ]);
});

test('characters that no family of the list has come from another bundled font', () => {
  assert.deepEqual(runs('xж', wanted(['Silkscreen'])), ['x@Silkscreen', 'ж@SourceSans3VF']);
});

test('characters that no font has are named once and stay with the first font', () => {
  const found = finder.findRuns('a漢字漢', wanted(['serif']));
  assert.deepEqual(found.missing, ['漢', '字']);
  assert.equal(found.runs.length, 1);
});

test('marks stay with their base', () => {
  // Silkscreen has é as one character, but no combining acute.
  assert.deepEqual(runs('e\u0301x', wanted(['Silkscreen'])), ['e\u0301x@Silkscreen']);
  assert.deepEqual(runs('x\u0305y', wanted(['Silkscreen'])).length, 2);
});

test('white space and invisible characters do not change the font', () => {
  assert.deepEqual(runs('a\u200d\u00ad\n\tb', wanted(['Silkscreen'])).length, 1);
});

test('weight and italic choose face and place on the axes', () => {
  const [run] = finder.findRuns('a', wanted(['sans-serif'], { weight: 650, style: 'italic' })).runs;
  assert.equal(run?.font.face.style, 'italic');
  assert.deepEqual(run?.font.location, [['wght', 650]]);
});

test('equal wishes give the very same choice', () => {
  const a = finder.findRuns('a', wanted(['serif'])).runs[0]?.font;
  assert.equal(finder.findRuns('b', wanted(['serif'])).runs[0]?.font, a);
});

test('a custom font hides the embedded family of its name', () =>
  withTempDir((dir) => {
    copyFileSync(SILKSCREEN, path.join(dir, 'mine.ttf'));
    const book = readFontBook([
      { dir, origin: 'custom' },
      { dir: BUNDLED_DIR, origin: 'embedded' },
    ]);
    const bold = wanted(['Silkscreen'], { weight: 700 });
    const [run] = new FontFinder(book).findRuns('a', bold).runs;
    assert.equal(run?.font.face.origin, 'custom');
    assert.equal(run?.font.face.weight, 400);
  }));

test('a custom font without italics leaves the embedded italic of its family in place, and the other way round', () =>
  withTempDir((dir) => {
    const chosen = (file: string): string[] => {
      const folder = path.join(dir, path.basename(file));
      mkdirSync(folder);
      copyFileSync(file, path.join(folder, 'mine.ttf'));
      const book = readFontBook([
        { dir: folder, origin: 'custom' },
        { dir: BUNDLED_DIR, origin: 'embedded' },
      ]);
      const family = listFamilies(book).find(({ name }) => name === 'Source Sans 3');
      assert.deepEqual([family?.origin, family?.styles.toSorted()], ['custom', ['Italic', 'Regular']]);
      const finder = new FontFinder(book);
      return (['normal', 'italic', 'oblique'] as const).map((style) => {
        const [run] = finder.findRuns('a', wanted(['Source Sans 3'], { style, weight: 700 })).runs;
        return `${run?.font.face.origin} ${run?.font.face.style}`;
      });
    };
    assert.deepEqual(chosen(SANS), ['custom normal', 'embedded italic', 'embedded italic']);
    const italic = bundledFile('source-sans/SourceSans3VF-Italic.ttf');
    assert.deepEqual(chosen(italic), ['embedded normal', 'custom italic', 'custom italic']);
  }));

test('system fonts are found by name, after all others', () =>
  withTempDir((dir) => {
    copyFileSync(SILKSCREEN, path.join(dir, 'system.ttf'));
    const book = readFontBook([{ dir, origin: 'system' }]);
    const [run] = new FontFinder(book).findRuns('a', wanted(['Silkscreen'])).runs;
    assert.equal(run?.font.face.origin, 'system');
  }));

test('system fonts fill in for characters that nothing else has', () =>
  withTempDir((dir) => {
    copyFileSync(SILKSCREEN, path.join(dir, 'custom.ttf'));
    const book = readFontBook([
      { dir, origin: 'custom' },
      { dir: BUNDLED_DIR, origin: 'system' },
    ]);
    const found = new FontFinder(book).findRuns('ж', wanted(['Silkscreen']));
    assert.equal(found.runs[0]?.font.face.origin, 'system');
    assert.deepEqual(found.missing, []);
  }));

test('without any font there are no runs', () => {
  assert.deepEqual(new FontFinder(readFontBook([])).findRuns('a', wanted(['serif'])).runs, []);
});

test('thousands of different wishes do not fail', () => {
  for (let weight = 1; weight <= 1000; weight += 1) {
    for (const family of ['serif', 'monospace', 'x']) {
      assert.ok(runs('aж', wanted([family], { weight })).length > 0, `${family} ${weight}`);
    }
  }
});

for (const tag of ['SVG ', 'COLR', 'CBDT', 'sbix']) {
  test(`a family whose glyphs have colours by ${tag.trim()} is named, as only their plain form is drawn`, async () => {
    await withTempDir((dir) => {
      const font = readFileSync(SILKSCREEN);
      // Any table that is not read becomes that of the colours: only the directory of tables is looked at.
      const at = ['GSUB', 'GPOS', 'gasp', 'DSIG', 'prep']
        .map((name) => font.indexOf(name))
        .find((found) => found > 0);
      font.write(tag, at ?? 0, 'latin1');
      writeFileSync(path.join(dir, 'emoji.ttf'), font);
      const own = new FontFinder(readFontBook([{ dir, origin: 'custom' }]));
      assert.match(
        own.problemOf(wanted(['Silkscreen']), new Comparisons()) ?? '',
        /^the glyphs of the family "Silkscreen" have colours, which are not drawn: take a font of outlines/,
      );
      assert.equal(finder.problemOf(wanted(['Silkscreen']), new Comparisons()), null);
    });
  });
}
