import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cellOf, reportedCell, textOfCell, valueOfCell } from '../../../src/admin/bulk/table-cells.ts';
import type { PlainValue } from '../../../src/platform/base/plain.ts';

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const nasty = fc.constantFrom(
  '',
  'null',
  '12',
  'TRUE',
  "'=1",
  "''=1",
  '"a"',
  '"',
  ' 7 ',
  '-5',
  '=1',
  '＝1',
  '\t',
  "'",
);
const text = fc.oneof(
  nasty,
  fc.string(),
  fc.tuple(nasty, fc.string()).map((parts) => parts.join('')),
);

describe('cells', () => {
  it('of any text and any value are read back as they were', () => {
    const value = fc.oneof(
      text,
      fc.jsonValue({ maxDepth: 2 }).map((one) => JSON.parse(JSON.stringify(one))),
    );
    fc.assert(
      fc.property(value as fc.Arbitrary<PlainValue>, (one) => {
        const cell = cellOf('params.x', one);
        assert.ok(cell !== '' && (cell === 'null') === (one === null), cell);
        if (one !== null) assert.deepEqual(valueOfCell('params.x', cell), one);
      }),
    );
    fc.assert(
      fc.property(text, (one) => {
        const cell = cellOf('name', one);
        assert.ok(cell !== '' && cell !== 'null', cell);
        assert.equal(valueOfCell('name', cell), one);
      }),
    );
  });

  it('begin no formula, but numbers stay numbers', () => {
    fc.assert(
      fc.property(text, (one) => {
        for (const cell of [cellOf('params.x', one), cellOf('name', one), reportedCell(one)]) {
          assert.ok(!FORMULA.test(cell) || /^[+-]?\d+(\.\d+)?$/.test(cell), JSON.stringify(cell));
        }
      }),
    );
    assert.equal(cellOf('params.x', -13.5), '-13.5');
    assert.equal(cellOf('name', '+49 30'), "'+49 30");
    assert.equal(textOfCell("'+49 30"), '+49 30');
  });

  it('of what devices say have nothing that another program takes for the end of a cell', () => {
    fc.assert(fc.property(fc.string(), (one) => assert.doesNotMatch(reportedCell(one), /[;,|"\t\r\n]/)));
    assert.equal(reportedCell(null), '');
    assert.equal(reportedCell(-63), '-63');
  });
});
