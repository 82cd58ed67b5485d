/** The goals beside a peer: each belongs to a figure, is scaled to the machine, and stands in the docs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { goalFor, PEER_GOALS, PEER_MACHINE, type PeerGoal } from '../../../benchmarks/peers/goals.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';

const RUN = path.join(import.meta.dirname, '../../../benchmarks/run.js');
const { stdout: list } = spawnSync(process.execPath, [RUN, '--list'], { encoding: 'utf8' });
const figures = list
  .trimEnd()
  .split('\n')
  .map((line) => line.split(/\s+/, 1)[0] ?? '');

const doc = readFileSync(path.join(PACKAGE_ROOT, 'docs/benchmarks.md'), 'utf8');

/** The machine of the peer, and one that is twice as fast. */
const THERE = { ...PEER_MACHINE, coreShare: 1 };
const FASTER = { plainMpix: 84, emptyNodeMs: 45, coreShare: 1 };

function named(name: string): PeerGoal {
  return PEER_GOALS[name] ?? assert.fail(name);
}

describe('the goals beside a peer', () => {
  it('belong to figures that are measured', () => {
    for (const name of Object.keys(PEER_GOALS)) assert.ok(figures.includes(name), name);
  });

  it('are what was asked on the machine of the peer', () => {
    assert.equal(goalFor(named('start'), 'lower', THERE), 225);
    assert.equal(goalFor(named('image-cold-board-og'), 'lower', THERE), 7.7);
    assert.equal(goalFor(named('display-rate'), 'higher', THERE), 2634);
    assert.equal(goalFor(named('main-thread-display-reused'), 'lower', THERE), 0.2);
  });

  it('are scaled by the speed of the machine', () => {
    assert.equal(goalFor(named('image-cold-board-og'), 'lower', FASTER), 3.85);
    assert.equal(goalFor(named('display-rate'), 'higher', FASTER), 5268);
    assert.equal(goalFor(named('start'), 'lower', { ...FASTER, plainMpix: 1 }), 112.5);
    for (const name of ['burst-refused', 'bytes-board', 'memory-load'])
      assert.equal(goalFor(named(name), 'lower', FASTER), named(name).goal, name);
  });

  it('are unknown where the speed of the machine is', () => {
    const unknown = { ...FASTER, plainMpix: null, coreShare: null };
    assert.equal(goalFor(named('display-rate'), 'higher', unknown), null);
    assert.equal(goalFor(named('start'), 'lower', unknown), 112.5);
    assert.equal(goalFor(named('cycle-rate-first'), 'higher', FASTER), null);
  });

  it('stand in the docs, figure by figure', () => {
    const rows = [...doc.matchAll(/^\| (`[^|]+`) \|[^|]*\|([^|]*)\|([^|]*)\|/gm)].flatMap(
      ([, names = '', peer = '', asked = '']) =>
        [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, { peer, asked }] as const),
    );
    const told = new Map(rows);
    for (const [name, { peer, asked }] of Object.entries(PEER_GOALS)) {
      const row = told.get(name) ?? assert.fail(`docs/benchmarks.md has no row of ${name}`);
      assert.equal(row.asked.trim(), asked ?? '', name);
      assert.equal(Number.parseFloat(row.peer.replaceAll(' ', '')), peer ?? Number.NaN, name);
    }
  });
});
