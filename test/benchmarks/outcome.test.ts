/** Rows of the table of trials: what is reached, what failed, what has no goal. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Outcome, outcomeReport, outcomeRow, scaleLines } from '../../benchmarks/outcome.ts';
import type { TrialFigure } from '../../benchmarks/trial.ts';

const SPEED = { plainMpix: 84, emptyNodeMs: 90, coreShare: 1 };

function outcome(values: readonly number[], figure: Partial<TrialFigure> = {}): Outcome {
  const usual = { name: 'image-hot', title: 'image, hot', unit: 'ms', better: 'lower' } as const;
  return { figure: { ...usual, ...figure }, values, speed: SPEED };
}

function cellsOf(one: Outcome): readonly string[] {
  return outcomeRow(one).split(/ {2,}/);
}

describe('the row of a figure', () => {
  it('says what the peer takes, what is asked, the goal for this machine, and whether it is reached', () => {
    const row = ['image, hot', '0.30 ms', '0.20 to 0.50', '32 ms', '≤ 1/40 ×', '0.40 ms', 'yes'];
    assert.deepEqual(cellsOf(outcome([0.3, 0.2, 0.5])), row);
    assert.equal(cellsOf(outcome([0.41])).at(-1), 'NO');
  });

  it('wants large rates', () => {
    const rate = { name: 'cycle-rate', unit: '/s', better: 'higher' } as const;
    assert.deepEqual(cellsOf(outcome([600], rate)).slice(-2), ['600 /s', 'yes']);
    assert.equal(cellsOf(outcome([599], rate)).at(-1), 'NO');
  });

  it('of a trial that failed in one process has not reached anything', () => {
    const cells = cellsOf(outcome([0.1, Number.NaN, 0.1]));
    assert.equal(cells[1], 'failed');
    assert.equal(cells.at(-1), 'NO');
  });

  it('without a peer has the goal of its own, which is not scaled, or none', () => {
    const alone = { name: 'config-read', title: 'config' };
    assert.deepEqual(cellsOf(outcome([5], { ...alone, goal: 9 })), [
      'config',
      '5 ms',
      '5 to 5',
      '9 ms',
      'yes',
    ]);
    assert.deepEqual(cellsOf(outcome([5], alone)), ['config', '5 ms', '5 to 5']);
  });
});

describe('the report of trials', () => {
  it('has each figure with its goal, and the yardsticks', () => {
    const report = JSON.parse(JSON.stringify(outcomeReport('a machine', SPEED, [outcome([0.3])])));
    assert.deepEqual(report.yardsticks.here, SPEED);
    const [trial] = report.trials;
    assert.deepEqual([trial.name, trial.median, trial.goal, trial.reached], ['image-hot', 0.3, 0.4, true]);
    assert.equal(trial.peer.peer, 32);
  });

  it('says by what goals are scaled, and when the machine had other work', () => {
    const quiet = scaleLines(SPEED).join(' ');
    assert.match(quiet, /plain C loop makes 84 Mpix\/s here, 42 on .* empty Node, 90 ms here, 90 ms there/);
    assert.doesNotMatch(quiet, /other work/);
    assert.match(scaleLines({ ...SPEED, coreShare: 0.5 }).join(' '), /got 50 % of a core/);
    assert.match(scaleLines({ ...SPEED, plainMpix: null, coreShare: null }).join(' '), /no C compiler/);
  });
});
