import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { addBlankCharacters } from '../../../src/pictures/fonts/cmap-writer.ts';
import { includesCodePoint, readCoverage } from '../../../src/pictures/fonts/coverage.ts';
import { readTable } from '../../../src/pictures/fonts/sfnt.ts';
import { SANS, SILKSCREEN } from '../../support/fonts/bundled.ts';

const CJK = 0x6f22;
const EMOJI = 0x1f600;

/** Glyph of a character in a table with one subtable of format 12. */
function glyphOf(cmap: Buffer, codePoint: number): number {
  for (let at = 28; at < cmap.length; at += 12) {
    const first = cmap.readUInt32BE(at);
    if (codePoint >= first && codePoint <= cmap.readUInt32BE(at + 4)) {
      return cmap.readUInt32BE(at + 8) + codePoint - first;
    }
  }
  return 0;
}

for (const [name, file] of [
  ['format 4', SILKSCREEN],
  ['format 12', SANS],
] as const) {
  test(`blanks are added to a table of ${name}, and all that was there stays`, () => {
    const original = readTable(readFileSync(file), 'cmap');
    const before = readCoverage(original);
    const made = addBlankCharacters(original, [EMOJI, CJK, 0x41]);
    assert.ok(made !== null);
    const after = readCoverage(made);
    for (let i = 0; i < before.length; i += 1) assert.ok(includesCodePoint(after, before[i] ?? 0));
    assert.ok(includesCodePoint(after, CJK) && includesCodePoint(after, EMOJI));
    assert.equal(glyphOf(made, CJK), glyphOf(made, 0x20));
    assert.equal(glyphOf(made, EMOJI), glyphOf(made, 0x20));
    assert.notEqual(glyphOf(made, 0x41), glyphOf(made, 0x20));
  });
}

test('glyphs keep their characters', () => {
  const original = readTable(readFileSync(SILKSCREEN), 'cmap');
  const once = addBlankCharacters(original, []);
  assert.ok(once !== null);
  assert.deepEqual(addBlankCharacters(once, []), once);
});

test('a table without a space cannot be extended', () => {
  const empty = Buffer.alloc(4);
  assert.equal(addBlankCharacters(empty, [CJK]), null);
});
