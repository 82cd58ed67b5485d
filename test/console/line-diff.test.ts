/** Differences of texts by lines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DiffLine, diffLines, hunksOf } from '../../console/pages/settings/line-diff.ts';
import { randomNumbers } from '../support/random.ts';

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;

function shown(lines: readonly DiffLine[]): readonly string[] {
  return lines.map(({ kind, text }) => `${SIGNS[kind]}${text}`);
}

function side(lines: readonly DiffLine[], other: DiffLine['kind']): string {
  return lines
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('\n');
}

describe('a diff of lines', () => {
  it('has each line once, with its numbers', () => {
    const lines = diffLines('a\nb\nc\nd', 'a\nc\nx\nd');
    assert.deepEqual(shown(lines), [' a', '-b', ' c', '+x', ' d']);
    assert.deepEqual(
      lines.map(({ before, after }) => [before, after]),
      [
        [1, 1],
        [2, null],
        [3, 2],
        [null, 3],
        [4, 4],
      ],
    );
  });

  it('is of least length, and makes the one text of the other', () => {
    const below = randomNumbers(7);
    for (let round = 0; round < 300; round += 1) {
      const text = (): string => Array.from({ length: below(12) }, () => 'abc'[below(3)]).join('\n');
      const [before, after] = [text(), text()];
      const lines = diffLines(before, after);
      assert.equal(side(lines, 'added'), before);
      assert.equal(side(lines, 'removed'), after);
      assert.equal(lines.filter(({ kind }) => kind === 'same').length, longestCommon(before, after));
    }
  });

  it('of texts that differ in too many lines exchanges all between the first and the last', () => {
    const lines = diffLines('top\na\nb\nc\nend', 'top\nx\nb\ny\nend', 2);
    assert.deepEqual(shown(lines), [' top', '-a', '-b', '-c', '+x', '+b', '+y', ' end']);
  });

  it('takes texts of a hundred thousand lines', () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => String(index));
    const changed = numbers.with(10, 'x').with(99_990, 'y').join('\n');
    const lines = diffLines(numbers.join('\n'), changed);
    assert.equal(lines.filter(({ kind }) => kind !== 'same').length, 4);
    const other = diffLines(numbers.join('\n'), numbers.map((one) => `${one}!`).join('\n'));
    assert.equal(other.length, 200_000);
  });

  it('is shown with three lines around, and close ones together', () => {
    const before = Array.from({ length: 40 }, (_, index) => `${index}`);
    const after = before.with(0, 'x').with(5, 'y').with(30, 'z');
    const hunks = hunksOf(diffLines(before.join('\n'), after.join('\n')));
    assert.deepEqual(
      hunks.map((hunk) => [hunk[0]?.before, hunk.at(-1)?.before]),
      [
        [1, 9],
        [28, 34],
      ],
    );
    assert.deepEqual(hunksOf(diffLines('same', 'same')), []);
  });
});

/** Length of the longest common subsequence, by the table of all pairs. */
function longestCommon(before: string, after: string): number {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [index, other] of b.entries()) {
      next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
