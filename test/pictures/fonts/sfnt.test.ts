import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ReadAt } from '../../../src/pictures/fonts/sfnt.ts';
import {
  FontFileError,
  faceOffsets,
  readTable,
  readTables,
  replaceTable,
} from '../../../src/pictures/fonts/sfnt.ts';
import { SILKSCREEN } from '../../support/fonts/bundled.ts';

const font = readFileSync(SILKSCREEN);
const reader =
  (bytes: Buffer): ReadAt =>
  (offset, length) =>
    bytes.subarray(offset, offset + length);

test('a plain font file has one face at its start', () => {
  assert.deepEqual(faceOffsets(reader(font)), [0]);
});

test('a collection lists the offset of each face', () => {
  const collection = Buffer.alloc(20);
  collection.write('ttcf', 0, 'latin1');
  collection.writeUInt32BE(2, 8);
  collection.writeUInt32BE(20, 12);
  collection.writeUInt32BE(4000, 16);
  assert.deepEqual(faceOffsets(reader(collection)), [20, 4000]);
});

test('a collection that claims a million faces is refused', () => {
  const collection = Buffer.alloc(20);
  collection.write('ttcf', 0, 'latin1');
  collection.writeUInt32BE(1_000_000, 8);
  assert.throws(() => faceOffsets(reader(collection)), FontFileError);
});

test('a web font is refused with a hint', () => {
  assert.throws(() => faceOffsets(reader(Buffer.from('wOF2            '))), /use the TTF or OTF file/);
});

test('text and an empty file are refused', () => {
  assert.throws(() => faceOffsets(reader(Buffer.from('just some text here'))), FontFileError);
  assert.throws(() => faceOffsets(reader(Buffer.alloc(0))), FontFileError);
});

test('the table directory names the tables of the font', () => {
  const tables = readTables(reader(font), 0);
  for (const tag of ['cmap', 'glyf', 'head', 'name']) assert.ok(tables.has(tag), tag);
});

test('a directory that is cut off is refused', () => {
  assert.throws(() => readTables(reader(font.subarray(0, 40)), 0), FontFileError);
});

test('replacing a table keeps all others byte for byte', () => {
  const replaced = replaceTable(font, 'name', Buffer.from('new names'));
  assert.equal(readTable(replaced, 'name').toString(), 'new names');
  for (const tag of readTables(reader(font), 0).keys()) {
    if (tag !== 'name') assert.deepEqual(readTable(replaced, tag), readTable(font, tag), tag);
  }
});

test('replacing a table keeps the records in the order of their tags', () => {
  const tags = [...readTables(reader(replaceTable(font, 'abcd', Buffer.alloc(3))), 0).keys()];
  assert.deepEqual(tags, [...tags].sort());
});

test('a table that is not there reads as empty', () => {
  assert.equal(readTable(font, 'none').length, 0);
});
