import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { NAME_ID, readNames, writeNames } from '../../../src/pictures/fonts/name-table.ts';
import { readTable } from '../../../src/pictures/fonts/sfnt.ts';
import { SILKSCREEN } from '../../support/fonts/bundled.ts';

test('the names of a real font are read', () => {
  const names = readNames(readTable(readFileSync(SILKSCREEN), 'name'));
  assert.equal(names.get(NAME_ID.family), 'Silkscreen');
  assert.equal(names.get(NAME_ID.subfamily), 'Regular');
});

test('a written table reads back with the family under every name', () => {
  const names = readNames(writeNames('x0123 ü 漢'));
  assert.equal(names.get(NAME_ID.family), 'x0123 ü 漢');
  assert.equal(names.get(NAME_ID.full), 'x0123 ü 漢');
  assert.equal(names.get(NAME_ID.subfamily), 'Regular');
  assert.equal(names.has(NAME_ID.typographicFamily), false);
});

/** A table with one record for each [platform, language, name]. */
function table(records: readonly (readonly [number, number, Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + records.length * 12);
  head.writeUInt16BE(records.length, 2);
  head.writeUInt16BE(head.length, 4);
  let at = 0;
  records.forEach(([platform, language, name], i) => {
    head.writeUInt16BE(platform, 6 + i * 12);
    head.writeUInt16BE(language, 10 + i * 12);
    head.writeUInt16BE(NAME_ID.family, 12 + i * 12);
    head.writeUInt16BE(name.length, 14 + i * 12);
    head.writeUInt16BE(at, 16 + i * 12);
    at += name.length;
  });
  return Buffer.concat([head, ...records.map((record) => record[2])]);
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test('the English Windows name wins, wherever it stands', () => {
  const english = [3, 0x409, utf16('Font')] as const;
  const japanese = [3, 0x411, utf16('書体')] as const;
  const macintosh = [1, 0, Buffer.from('MacFont')] as const;
  assert.equal(readNames(table([english, japanese, macintosh])).get(NAME_ID.family), 'Font');
  assert.equal(readNames(table([macintosh, japanese, english])).get(NAME_ID.family), 'Font');
  assert.equal(readNames(table([macintosh, japanese])).get(NAME_ID.family), '書体');
  assert.equal(readNames(table([macintosh])).get(NAME_ID.family), 'MacFont');
});

test('a damaged table has fewer names, and never throws', () => {
  const whole = writeNames('Font');
  for (let length = 0; length < whole.length; length += 1) readNames(whole.subarray(0, length));
  assert.equal(readNames(Buffer.alloc(3)).size, 0);
});
