/** The command line of `npm run bench`; the trials themselves are not run here. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';

const RUN = path.join(import.meta.dirname, '../../benchmarks/run.js');

function bench(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

describe('npm run bench', () => {
  it('helps, and measures nothing', () => {
    const { code, out } = bench('--help', 'image');
    assert.equal(code, 0);
    for (const option of ['--list', '--runs N', '--json FILE']) assert.ok(out.includes(option), option);
  });

  it('lists its trials, each name once, with what they measure', () => {
    const { code, out } = bench('--list');
    assert.equal(code, 0);
    const lines = out.trimEnd().split('\n');
    assert.ok(lines.length >= 20, out);
    assert.equal(new Set(lines.map((line) => line.split(' ', 1)[0])).size, lines.length);
    assert.ok(
      lines.every((line) => /^\S+ {2,}\S.* \((?:ms|\/s|MB|B|answers|×)\)$/.test(line)),
      out,
    );
  });

  it('refuses what cannot be meant with one sentence', () => {
    for (const [args, sentence] of [
      [['--lsit'], 'there is no option --lsit; did you mean --list?'],
      [['zebra-crossing'], 'no trial has "zebra-crossing" in its name'],
      [['pears'], 'no trial has "pears" in its name; did you mean peers?'],
      [['--runs', '0'], '--runs: expected an integer from 1 to 100, got "0"'],
      [['--runs'], '--runs: expected a value, got none'],
      [['--help=all'], '--help takes no value, got "all"'],
      [['--json', 'no/such/folder.json'], '--json: there is no folder "no/such"'],
    ] as const) {
      const { code, out, err } = bench(...args);
      assert.deepEqual([code, out, err], [64, '', `bench: ${sentence}\nSee: npm run bench -- --help\n`]);
    }
  });
});
