import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCheck } from '../../../src/engine/check/run-check.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('runCheck', () => {
  it('gives the reports of a process of its own', async (t) => {
    const root = tempTree(t, { 'a.lua': '=', 'a.svg': SVG, 'b.lua': '', 'b.svg': SVG });
    const { screens, complete } = await runCheck({ roots: [root], paths: null });
    assert.equal(complete, true);
    assert.deepEqual(
      screens.map(({ path, findings }) => [path, findings.length]),
      [
        ['a', 1],
        ['b', 0],
      ],
    );
  });

  it('is complete for a folder without screens, and for one that does not exist', async (t) => {
    const empty = tempTree(t, { 'readme.md': 'x' });
    for (const root of [empty, `${empty}/none`]) {
      assert.deepEqual(await runCheck({ roots: [root], paths: null }), { screens: [], complete: true });
    }
  });

  it('outlives a process that dies, and says so of each screen that it dies of', async (t) => {
    const root = tempTree(t, { 'a.lua': '', 'a.svg': SVG, 'b.lua': '', 'b.svg': SVG });
    const lost: string[] = [];
    const onLost = (why: string): unknown => lost.push(why);
    const { screens } = await runCheck({ roots: [root], paths: ['a', 'b'] }, { heapMb: 2, onLost });
    assert.deepEqual(new Set(lost), new Set(['memory']));
    assert.deepEqual(
      screens.map(({ path, findings }) => [path, findings.length]),
      [
        ['a', 1],
        ['b', 1],
      ],
    );
    assert.match(screens[0]?.findings[0]?.message ?? '', /the check of this screen failed: .*memory/);
  });

  it('calls no screen good that it had no time for', async (t) => {
    const files: Record<string, string> = {};
    for (let n = 0; n < 40; n++) {
      files[`s${n}.lua`] = `x = ${'{'.repeat(500_000)}`;
      files[`s${n}.svg`] = SVG;
    }
    const paths = Array.from({ length: 40 }, (_, n) => `s${n}`);
    const root = tempTree(t, files);
    const { screens, complete } = await runCheck({ roots: [root], paths }, { timeoutMs: 1 });
    assert.equal(complete, false);
    assert.deepEqual(
      screens.map(({ path }) => path),
      paths,
    );
    assert.ok(screens.every(({ findings }) => findings.some(({ level }) => level === 'error')));
    assert.match(screens.at(-1)?.findings[0]?.message ?? '', /time for the check ran out/);
  });
});
