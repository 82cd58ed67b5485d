import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { listFamilies, readFontBook } from '../../../src/pictures/fonts/font-book.ts';
import { replaceTable } from '../../../src/pictures/fonts/sfnt.ts';
import { BUNDLED_DIR, bundledBook, SANS, SILKSCREEN, withTempDir } from '../../support/fonts/bundled.ts';

test('the bundled fonts hold a sans, a serif and a mono with all weights, upright and italic', () => {
  const families = new Map(listFamilies(bundledBook()).map((family) => [family.name, family]));
  for (const name of ['Source Sans 3', 'Source Serif 4', 'Source Code Pro']) {
    const family = families.get(name);
    assert.deepEqual(family?.styles.toSorted(), ['Italic', 'Regular'], name);
    const weight = family?.axes.find((axis) => axis.tag === 'wght');
    assert.deepEqual([weight?.min, weight?.max], [200, 900], name);
  }
});

test('every bundled font is readable', () => {
  assert.deepEqual(bundledBook().unreadable, []);
});

test('a face carries its axes, named instances and characters', () => {
  const face = bundledBook().faces.find((candidate) => candidate.file === SANS);
  assert.deepEqual(face?.axes, [{ tag: 'wght', min: 200, default: 200, max: 900 }]);
  assert.deepEqual(face?.namedInstances.find((instance) => instance.name === 'Bold')?.location, {
    wght: 700,
  });
  assert.ok((face?.coverage?.length ?? 0) > 10);
});

test('the book survives the way into a worker', () => {
  const book = bundledBook();
  assert.deepEqual(structuredClone(book), book);
});

test('directories that do not exist count as empty', () => {
  const book = readFontBook([{ dir: path.join(BUNDLED_DIR, 'nowhere'), origin: 'custom' }]);
  assert.deepEqual([book.faces, book.unreadable], [[], []]);
});

test('files that are no usable fonts are listed with the reason, and the rest is read', () =>
  withTempDir((dir) => {
    copyFileSync(SILKSCREEN, path.join(dir, 'good.ttf'));
    writeFileSync(path.join(dir, 'text.ttf'), 'this is no font at all');
    writeFileSync(path.join(dir, 'web.woff2'), 'wOF2 and more bytes');
    writeFileSync(path.join(dir, 'empty.otf'), '');
    writeFileSync(path.join(dir, 'readme.txt'), 'not looked at');
    const book = readFontBook([{ dir, origin: 'custom' }]);
    assert.equal(book.faces.length, 1);
    assert.deepEqual(
      book.unreadable.map(({ file }) => file),
      ['empty.otf', 'text.ttf', 'web.woff2'],
    );
    for (const { reason } of book.unreadable) assert.doesNotMatch(reason, new RegExp(dir));
  }));

test('bitmap fonts and fonts of other formats are named with the reason', () =>
  withTempDir((dir) => {
    copyFileSync(SILKSCREEN, path.join(dir, 'good.ttf'));
    for (const name of ['a.otb', 'b.BDF', 'c.pcf.gz', 'd.pfb', 'e.bdf.txt'])
      writeFileSync(path.join(dir, name), '');
    writeFileSync(path.join(dir, 'f.otf'), replaceTable(readFileSync(SILKSCREEN), 'glyf', Buffer.alloc(0)));
    const book = readFontBook([{ dir, origin: 'custom' }]);
    assert.equal(book.faces.length, 1);
    const reasons = book.unreadable.map(({ file, reason }) => `${file}: ${reason.split(/[;,]/)[0]}`);
    assert.deepEqual(reasons, [
      'a.otb: a bitmap font has no outlines to draw',
      'b.BDF: a bitmap font has no outlines to draw',
      'c.pcf.gz: a bitmap font has no outlines to draw',
      'd.pfb: fonts of this format are not read',
      'f.otf: the font has bitmaps only',
    ]);
  }));

test('fonts in subdirectories are found', () =>
  withTempDir((dir) => {
    mkdirSync(path.join(dir, 'a/b'), { recursive: true });
    copyFileSync(SILKSCREEN, path.join(dir, 'a/b/font.TTF'));
    assert.equal(readFontBook([{ dir, origin: 'custom' }]).faces.length, 1);
  }));

test('custom faces stand before embedded ones, however the directories are given', () =>
  withTempDir((dir) => {
    copyFileSync(SILKSCREEN, path.join(dir, 'font.ttf'));
    const book = readFontBook([
      { dir: BUNDLED_DIR, origin: 'embedded' },
      { dir, origin: 'custom' },
    ]);
    assert.equal(book.faces[0]?.origin, 'custom');
    assert.equal(listFamilies(book).find((family) => family.name === 'Silkscreen')?.origin, 'custom');
  }));

test('the fingerprint follows the content of fonts, not their names or the directories', () =>
  withTempDir((dir) => {
    for (const sub of ['a', 'b', 'c']) mkdirSync(path.join(dir, sub));
    copyFileSync(SILKSCREEN, path.join(dir, 'a/font.ttf'));
    copyFileSync(SILKSCREEN, path.join(dir, 'b/other.ttf'));
    copyFileSync(SANS, path.join(dir, 'c/font.ttf'));
    const print = (sub: string): string =>
      readFontBook([{ dir: path.join(dir, sub), origin: 'custom' }]).fingerprint;
    assert.equal(print('a'), print('b'));
    assert.notEqual(print('a'), print('c'));
  }));

test('system directories are noted and not read', () => {
  const book = readFontBook([{ dir: BUNDLED_DIR, origin: 'system' }]);
  assert.deepEqual(book.systemDirs, [BUNDLED_DIR]);
  assert.deepEqual(book.faces, []);
});
