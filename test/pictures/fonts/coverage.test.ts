import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { includesCodePoint, readCoverage } from '../../../src/pictures/fonts/coverage.ts';
import { readTable } from '../../../src/pictures/fonts/sfnt.ts';
import { SANS, SILKSCREEN } from '../../support/fonts/bundled.ts';

const cmapOf = (file: string): Buffer => readTable(readFileSync(file), 'cmap');
const point = (character: string): number => character.codePointAt(0) ?? 0;

test('a font covers what it has and nothing else', () => {
  const coverage = readCoverage(cmapOf(SANS));
  for (const character of ['A', 'é', 'Ж', 'Ω', '€'])
    assert.ok(includesCodePoint(coverage, point(character)), character);
  for (const character of ['漢', '한', '\u{1f9ff}']) {
    assert.equal(includesCodePoint(coverage, point(character)), false, character);
  }
  assert.equal(includesCodePoint(coverage, 0), false);
  assert.equal(includesCodePoint(coverage, 0x10ffff), false);
});

test('ranges are ascending and do not touch', () => {
  const coverage = readCoverage(cmapOf(SANS));
  for (let i = 2; i < coverage.length; i += 2) {
    assert.ok((coverage[i] ?? 0) > (coverage[i - 1] ?? 0) + 1, `range ${i / 2}`);
  }
});

test('the first and last character of every range are covered, their outer neighbours are not', () => {
  const coverage = readCoverage(cmapOf(SILKSCREEN));
  for (let i = 0; i < coverage.length; i += 2) {
    const first = coverage[i] ?? 0;
    const last = coverage[i + 1] ?? 0;
    assert.ok(includesCodePoint(coverage, first) && includesCodePoint(coverage, last));
    assert.equal(includesCodePoint(coverage, first - 1), false);
    assert.equal(includesCodePoint(coverage, last + 1), false);
  }
});

function cmap(platform: number, encoding: number, subtable: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(platform, 4);
  head.writeUInt16BE(encoding, 6);
  head.writeUInt32BE(12, 8);
  return Buffer.concat([head, subtable]);
}

function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  numbers.forEach((number, i) => {
    bytes.writeUInt16BE(number, i * 2);
  });
  return bytes;
}

test('format 4 leaves out characters that map to glyph 0', () => {
  // Segment A..C by delta where B becomes 0; segment X..Z by list where Y is 0; the closing segment.
  const delta = 0x10000 - 0x42;
  const subtable = words(
    ...[4, 0, 0, 6, 0, 0, 0],
    ...[0x43, 0x5a, 0xffff, 0],
    ...[0x41, 0x58, 0xffff],
    ...[delta, 0, 1],
    ...[0, 4, 0],
    ...[7, 0, 9],
  );
  const coverage = readCoverage(cmap(3, 1, subtable));
  assert.deepEqual([...coverage], [0x41, 0x41, 0x43, 0x43, 0x58, 0x58, 0x5a, 0x5a]);
});

test('format 6 lists characters one after the other', () => {
  const coverage = readCoverage(cmap(0, 3, words(6, 0, 0, 0x30, 4, 1, 2, 0, 3)));
  assert.deepEqual([...coverage], [0x30, 0x31, 0x33, 0x33]);
});

test('format 12 reaches beyond the first 65 536 characters', () => {
  const subtable = Buffer.alloc(28);
  subtable.writeUInt16BE(12, 0);
  subtable.writeUInt32BE(1, 12);
  subtable.writeUInt32BE(0x1f600, 16);
  subtable.writeUInt32BE(0x1f610, 20);
  assert.deepEqual([...readCoverage(cmap(3, 10, subtable))], [0x1f600, 0x1f610]);
});

test('a table without a Unicode subtable covers nothing', () => {
  assert.equal(readCoverage(cmap(1, 0, words(6, 0, 0, 0x30, 1, 1))).length, 0);
  assert.equal(readCoverage(Buffer.alloc(0)).length, 0);
});

test('a table that is cut off anywhere never throws', () => {
  const whole = cmapOf(SILKSCREEN);
  for (let length = 0; length < whole.length; length += 7) {
    assert.doesNotThrow(() => readCoverage(whole.subarray(0, length)), `cut off after ${length} bytes`);
  }
});

test('segments that all claim every character do not take for ever', () => {
  const count = 8_000;
  const segments = [
    ...Array<number>(count).fill(0xfffe),
    0,
    ...Array<number>(count).fill(0),
    ...Array<number>(count).fill(1),
    ...Array<number>(count).fill(2),
  ];
  const coverage = readCoverage(cmap(3, 1, words(4, 0, 0, count * 2, 0, 0, 0, ...segments)));
  assert.ok(coverage.length > 0);
});
