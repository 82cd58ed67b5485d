/**
 * A result that is used again is equal to that of a new run: shown with random devices, clocks, files and answers, over the
 * embedded screens, the examples, the screens of the benchmarks, templates of other engines' makers, and random ones.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { randomNumbers } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { type Forgotten, SmallFleet } from './small-fleet.ts';

const SCREENS = 120;
const CALLS = rounds(2_500, 10);
/** Far more than a fault needs to be found; the first difference ends the search. */
const CALLS_OF_A_MUTANT = 10_000;

const seed = Number(process.env['STIPPLE_SEED'] ?? Math.floor(Math.random() * 2 ** 32));

describe(`a result that is used again (seed ${seed})`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-reuse-'));
  const fleet = new SmallFleet(folder, randomNumbers(seed));
  before(() => fleet.start(SCREENS));
  after(async () => {
    await fleet.stop();
    rmSync(folder, { recursive: true });
  });

  it('is equal to that of a new run', async () => {
    const tally = await fleet.play(CALLS);
    const differing = fleet.logs.filter(({ msg }) => String(msg).includes('differs'));
    assert.deepEqual(differing, []);
    assert.equal(tally.different, 0);
    assert.ok(tally.same > CALLS / 10, `${tally.same} results were used again`);
    assert.ok(tally.screens.size > rounds(40, 10), `of ${tally.screens.size} screens`);
  });

  for (const kind of ['field', 'all', 'previous', 'clock', 'file', 'http'] satisfies Forgotten[]) {
    it(`is found to differ where reads of the kind "${kind}" are forgotten`, async () => {
      const tally = await fleet.play(CALLS_OF_A_MUTANT, kind);
      assert.ok(tally.different > 0, `none of ${tally.same}`);
    });
  }
});
