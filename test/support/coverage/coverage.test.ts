import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { coverageProblems, describeCoverage, percentages } from './judge.ts';
import { type CoverageFolders, measureCoverage } from './measure.ts';

/** As compiled from a source that has a line of types above it. */
const PROGRAM = `// One side of this runs.
function side(value) {
    if (value > 0) {
        return 'right';
    }
    return 'left';
}
function never() {
    return 'nowhere';
}
const letters = [
    side(Number(process.argv[2])),
];
export { letters, never };
`;
const MAPPINGS = PROGRAM.trimEnd()
  .split('\n')
  .map(() => 'AACA')
  .join(';');

describe('the coverage of a program', () => {
  let root = '';
  let folders: CoverageFolders = { counts: '', sources: '', compiled: '' };
  const write = (name: string, text: string): void => writeFileSync(path.join(root, name), text);

  before(() => {
    root = mkdtempSync(path.join(tmpdir(), 'stipple-coverage-'));
    folders = {
      counts: path.join(root, 'counts'),
      sources: path.join(root, 'src'),
      compiled: path.join(root, 'dist'),
    };
    mkdirSync(folders.sources);
    mkdirSync(folders.compiled);
    write('package.json', '{ "type": "module" }');
    for (const name of ['program', 'types']) {
      write(`src/${name}.ts`, '');
      write(`dist/${name}.js`, name === 'program' ? PROGRAM : 'export {};\n');
      write(
        `dist/${name}.js.map`,
        JSON.stringify({ version: 3, sources: [`../src/${name}.ts`], names: [], mappings: MAPPINGS }),
      );
    }
  });
  beforeEach(() => {
    rmSync(folders.counts, { recursive: true, force: true });
    mkdirSync(folders.counts);
  });
  after(() => rmSync(root, { recursive: true }));

  function run(argument: string): void {
    const env = { NODE_V8_COVERAGE: folders.counts };
    const { status } = spawnSync(process.execPath, [path.join(folders.compiled, 'program.js'), argument], {
      env,
    });
    assert.equal(status, 0);
  }

  it('fails the gate when nothing was measured', () => {
    const coverage = measureCoverage(folders);
    assert.deepEqual(percentages(coverage), { lines: 0, branches: 0 });
    assert.deepEqual(coverageProblems(coverage, { lines: 0, branches: 0 }), [
      'coverage: nothing was measured',
      'coverage: no test loads program.ts',
    ]);
    assert.deepEqual(coverageProblems([], { lines: 0, branches: 0 }), ['coverage: nothing was measured']);
  });

  it('counts lines of the source and blocks that ran, and fails the gate below the least', () => {
    run('1');
    const coverage = measureCoverage(folders);
    const missed = [...(coverage[0]?.lines ?? [])].filter(([, ran]) => !ran).map(([line]) => line);
    assert.deepEqual(missed, [7, 9, 10]);
    assert.deepEqual(coverageProblems(coverage, { lines: 50, branches: 50 }), []);
    assert.match(
      coverageProblems(coverage, { lines: 90, branches: 50 }).join(),
      /^coverage: 66\.67 % of the lines ran; at least 90 % must$/,
    );
    assert.match(
      coverageProblems(coverage, { lines: 50, branches: 90 }).join(),
      /% of the branches ran; at least 90 % must$/,
    );
    assert.match(describeCoverage(coverage).join('\n'), /program\.ts, lines 7 9 10\n {2}never loaded: none$/);
  });

  it('adds up what several processes ran', () => {
    run('1');
    const [before] = measureCoverage(folders);
    run('-1');
    const [after] = measureCoverage(folders);
    const missed = [...(after?.lines ?? [])].filter(([, ran]) => !ran).map(([line]) => line);
    assert.deepEqual(missed, [9, 10]);
    const ran = (branches: readonly boolean[] = []): number => branches.filter((one) => one).length;
    assert.ok(ran(after?.branches) > ran(before?.branches));
  });

  it('cannot be measured with sources that are not compiled', () => {
    write('src/new.ts', '');
    assert.throws(() => measureCoverage(folders), /new\.ts is not compiled/);
    rmSync(path.join(folders.sources, 'new.ts'));
  });

  it('is not asked of files that hold types only', () => {
    const types = measureCoverage(folders).find(({ file }) => file === 'types.ts');
    assert.equal(types?.lines.size, 0);
  });
});
