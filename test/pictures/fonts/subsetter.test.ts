import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { includesCodePoint, readCoverage } from '../../../src/pictures/fonts/coverage.ts';
import { readFaces } from '../../../src/pictures/fonts/face.ts';
import { readTable, readTables } from '../../../src/pictures/fonts/sfnt.ts';
import { Subsetter } from '../../../src/pictures/fonts/subsetter.ts';
import { SANS, SERIF, SILKSCREEN } from '../../support/fonts/bundled.ts';

const subsetter = Subsetter.create();
const LATIN = [[0x20, 0x7e]] as const;
const wish = { index: 0, location: [], ranges: LATIN, features: ['kern', 'liga'] };

function make(file: string, location: readonly (readonly [string, number])[]): Buffer {
  const made = subsetter.subset(readFileSync(file), { ...wish, location });
  assert.ok(made !== null);
  return made;
}

const tagsOf = (font: Buffer): string[] => [...readTables((o, l) => font.subarray(o, o + l), 0).keys()];

/** Advance widths of the whole font, which follow the weight. */
const widthOf = (font: Buffer): number => {
  const hmtx = readTable(font, 'hmtx');
  let sum = 0;
  for (let at = 0; at + 4 <= hmtx.length; at += 4) sum += hmtx.readUInt16BE(at);
  return sum;
};

test('a pinned variable font is static', () => {
  const tags = tagsOf(
    make(SERIF, [
      ['wght', 650],
      ['opsz', 12],
    ]),
  );
  for (const tag of ['fvar', 'gvar', 'avar', 'HVAR', 'MVAR', 'STAT']) assert.ok(!tags.includes(tag), tag);
  assert.ok(tags.includes('GPOS'));
});

test('axes that are not mentioned go to their default', () => {
  assert.ok(!tagsOf(make(SERIF, [['wght', 650]])).includes('fvar'));
});

test('the weight reaches the outlines and the style table', () => {
  const light = make(SANS, [['wght', 200]]);
  const heavy = make(SANS, [['wght', 900]]);
  assert.ok(widthOf(heavy) > widthOf(light));
  const source = { file: '', origin: 'custom', fingerprint: '', withCoverage: false } as const;
  const named = { ...source };
  // The name table is empty at this point, so only the table is looked at.
  assert.equal(readTable(heavy, 'OS/2').readUInt16BE(4), 900);
  assert.throws(() => readFaces((o, l) => heavy.subarray(o, o + l), named), /no family name/);
});

test('only the wanted characters are left', () => {
  const coverage = readCoverage(readTable(make(SANS, [['wght', 400]]), 'cmap'));
  assert.ok(includesCodePoint(coverage, 0x41));
  assert.ok(!includesCodePoint(coverage, 0xe9));
});

test('equal wishes give equal bytes', () => {
  assert.deepEqual(make(SANS, [['wght', 555]]), make(SANS, [['wght', 555]]));
});

test('a static font is subset too', () => {
  assert.ok(make(SILKSCREEN, []).length < readFileSync(SILKSCREEN).length);
});

test('damaged fonts give null or a font, and the next font is made as ever', () => {
  const font = readFileSync(SILKSCREEN);
  const before = make(SILKSCREEN, []);
  for (let i = 0; i < 200; i += 1) {
    const damaged = Buffer.from(font);
    for (let n = 0; n < 8; n += 1) {
      const at = (i * 7919 + n * 104_729) % damaged.length;
      damaged[at] = (damaged[at] ?? 0) ^ (1 << n);
    }
    subsetter.subset(damaged, wish);
  }
  assert.equal(
    subsetter.subset(Buffer.from('no font'), wish)?.length ?? 0,
    subsetter.subset(Buffer.alloc(0), wish)?.length ?? 0,
  );
  assert.deepEqual(make(SILKSCREEN, []), before);
});
