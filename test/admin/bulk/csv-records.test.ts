import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsvRecords } from '../../../src/admin/bulk/csv-records.ts';
import { readCsv } from '../../../src/admin/bulk/import-table.ts';
import { runAtOnce } from '../../../src/platform/base/turns.ts';
import { randomNumbers } from '../../support/random.ts';

const SEED = 77;
const TABLES = 200;
const ENDS = ['\r\n', '\n', '\r'];

interface Made {
  readonly text: string;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** A table in which each row ends in its own way, and quoted cells hold line ends, too. */
function tableOf(random: (below: number) => number): Made {
  let [text, line] = ['', 1];
  const rows: { line: number; cells: string[] }[] = [];
  const end = (): string => ENDS[random(ENDS.length)] ?? '';
  const count = 2 + random(60);
  for (let row = 0; row < count; row++) {
    const begin = line;
    const cells: string[] = [];
    const texts: string[] = [];
    for (let n = 0; n < 3; n++) {
      if (random(6) > 0) {
        cells.push(`c${row}.${n}`);
        texts.push(`c${row}.${n}`);
        continue;
      }
      // Two ends behind each other could be one of two characters.
      const inner = `a "b"${end()}c${random(2) === 0 ? end() : ''}`;
      line += inner.match(/\r\n|\n|\r/g)?.length ?? 0;
      cells.push(inner);
      texts.push(`"${inner.replaceAll('"', '""')}"`);
    }
    // The next row must not begin with the second half of this end.
    text += texts.join(',') + end();
    line += 1;
    rows.push({ line: begin, cells });
  }
  return { text, rows };
}

describe('the rows of a table', () => {
  it('are the same whatever ends each of them, and each knows its line', () => {
    const random = randomNumbers(SEED);
    for (let number = 0; number < TABLES; number++) {
      const { text, rows } = tableOf(random);
      const read = runAtOnce(readCsvRecords(text, ','));
      assert.ok(read.ok, `seed ${SEED}, table ${number}: ${JSON.stringify(read)}`);
      assert.deepEqual(read.value, rows, `seed ${SEED}, table ${number}: ${JSON.stringify(text)}`);
    }
  });

  it('find their separator in the first line, however that ends', () => {
    for (const end of ENDS) {
      const read = readCsv(`sep=;${end}key;name${end}AA:BB:CC:DD:EE:01;a,b,c,d\n`);
      assert.ok(read.ok, JSON.stringify(read));
      assert.deepEqual([read.value[0]?.cells?.get('name'), read.value[0]?.line], ['a,b,c,d', 3]);
      assert.ok(readCsv(`key;name${end}AA:BB:CC:DD:EE:01;a,b,c,d`).ok);
    }
  });

  it('are refused for a quotation mark inside of a cell, and with its line', () => {
    const read = readCsv('key,name\r\nAA:BB:CC:DD:EE:01,x\nAA:BB:CC:DD:EE:02,a"b\n');
    assert.ok(!read.ok);
    assert.match(read.error[0]?.message ?? '', /a quotation mark stands inside of a cell/);
    assert.equal(read.error[0]?.line, 3);
  });
});
