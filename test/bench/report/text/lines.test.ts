import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  alignColumns,
  columnCount,
  cutToColumns,
  nameLine,
  wrapText,
} from '../../../../src/bench/report/text/lines.ts';

describe('lines of text', () => {
  it('count two columns for wide letters', () => {
    assert.equal(columnCount('abc – “x”'), 9);
    assert.equal(columnCount('測試🎉'), 6);
  });

  it('are cut with a sign', () => {
    assert.equal(cutToColumns('twelve chars', 12), 'twelve chars');
    assert.equal(cutToColumns('twelve chars', 8), 'twelve…');
    assert.equal(cutToColumns('測試測試', 5), '測試…');
  });

  it('are wrapped at spaces, and long words anywhere', () => {
    assert.deepEqual(wrapText('one two three', 7), ['one two', 'three']);
    assert.deepEqual(wrapText('a abcdefgh b', 5), ['a', 'abcde', 'fgh b']);
    assert.deepEqual(nameLine('plan', 'one two three', 92), [
      `${'plan'.padEnd(92)}one two`,
      `${' '.repeat(92)}three`,
    ]);
  });

  it('lose no character when they are wrapped, and are never too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 20 }), (text, columns) => {
        const lines = wrapText(text, columns);
        assert.ok(lines.every((line) => columnCount(line) <= columns));
        assert.equal(lines.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
      }),
    );
  });

  it('stand in columns, figures at the right', () => {
    const rows = [
      ['route', 'p50'],
      ['display', '4 ms'],
      ['log', '12 ms'],
    ];
    assert.deepEqual(alignColumns(rows, ['left', 'right']), [
      'route      p50',
      'display   4 ms',
      'log      12 ms',
    ]);
  });
});
