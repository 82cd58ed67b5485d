import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { streamLines } from '../../../src/cli/state/read-lines.ts';

async function* stream(...pieces: readonly Buffer[]): AsyncIterable<Buffer> {
  yield* pieces;
}

async function linesOf(source: AsyncIterable<Buffer>, maxLine?: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of streamLines(source, maxLine)) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it('finds the same lines wherever the pieces end, in the middle of a character too', async () => {
    const bytes = Buffer.from('one\n\nzwölf €😀\nlast');
    for (let at = 0; at <= bytes.length; at++) {
      const lines = await linesOf(stream(bytes.subarray(0, at), bytes.subarray(at)));
      assert.deepEqual(lines, ['one', '', 'zwölf €😀', 'last']);
    }
    assert.deepEqual(await linesOf(stream(Buffer.from('one\n'))), ['one']);
    assert.deepEqual(await linesOf(stream()), []);
  });

  it('ends at a line that never ends', async () => {
    async function* endless(): AsyncIterable<Buffer> {
      yield Buffer.from('one\n');
      for (;;) yield Buffer.alloc(10, 'x');
    }
    await assert.rejects(linesOf(endless(), 1_000), {
      exitCode: 1,
      message: 'Line 2 is longer than any of an export.',
    });
  });
});
