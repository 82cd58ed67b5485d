import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readFaceCoverage, readFaces } from '../../../src/pictures/fonts/face.ts';
import { FontFileError, replaceTable } from '../../../src/pictures/fonts/sfnt.ts';
import { bundledFile, SILKSCREEN } from '../../support/fonts/bundled.ts';

const SOURCE = { file: '/f.ttf', origin: 'custom', fingerprint: 'print', withCoverage: false } as const;
const facesOf = (bytes: Buffer) =>
  readFaces((offset, length) => bytes.subarray(offset, offset + length), SOURCE);
const silkscreen = readFileSync(SILKSCREEN);

test('weight, width and style come from the font itself', () => {
  const [regular] = facesOf(silkscreen);
  assert.deepEqual([regular?.weight, regular?.widthPercent, regular?.style], [400, 100, 'normal']);
  const [bold] = facesOf(readFileSync(bundledFile('silkscreen/Silkscreen_700Bold.ttf')));
  assert.equal(bold?.weight, 700);
  const [italic] = facesOf(readFileSync(bundledFile('source-sans/SourceSans3VF-Italic.ttf')));
  assert.equal(italic?.style, 'italic');
});

test('coverage is read only when asked for', () => {
  assert.equal(facesOf(silkscreen)[0]?.coverage, null);
  const read = (offset: number, length: number): Buffer => silkscreen.subarray(offset, offset + length);
  assert.ok(readFaceCoverage(read, 0).length > 0);
  assert.equal(readFaceCoverage(read, 5).length, 0);
});

test('a font with bitmaps only is refused', () => {
  const bitmaps = Buffer.from(silkscreen.toString('latin1').replace('glyf', 'EBDT'), 'latin1');
  assert.throws(() => facesOf(bitmaps), /bitmaps only/);
});

test('a font with bitmaps and an empty table for outlines is refused', () => {
  const bitmaps = replaceTable(silkscreen, 'glyf', Buffer.alloc(0));
  assert.throws(() => facesOf(bitmaps), /bitmaps only/);
});

test('a font without a name is refused', () => {
  assert.throws(() => facesOf(replaceTable(silkscreen, 'name', Buffer.alloc(6))), /no family name/);
});

test('a font cut off anywhere is refused or read, and never anything worse', () => {
  for (let length = 0; length < silkscreen.length; length += 97) {
    try {
      facesOf(silkscreen.subarray(0, length));
    } catch (error) {
      assert.ok(error instanceof FontFileError, `${length} bytes: ${String(error)}`);
    }
  }
});

test('flipped bytes in the header are refused or read, and never anything worse', () => {
  for (let at = 0; at < 600; at += 1) {
    const damaged = Buffer.from(silkscreen);
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    try {
      facesOf(damaged);
    } catch (error) {
      assert.ok(error instanceof FontFileError, `byte ${at}: ${String(error)}`);
    }
  }
});
