import assert from 'node:assert/strict';
import { it } from 'node:test';
import { crashAgainAndAgain } from '../support/faults/crashes.ts';
import { openScene } from '../support/faults/scene.ts';
import { rounds } from '../support/rounds.ts';

it('a server with its state in a folder that is killed under load loses no key, and gives no second one', async (t) => {
  const scene = await openScene(t, 1);
  // Twice at least: a store that came back from a crash has to survive the next one.
  const kills = 1 + rounds(2);
  assert.equal(await crashAgainAndAgain(scene, kills, 1), kills);
  assert.deepEqual(scene.tally.violations, []);
  t.diagnostic(scene.tally.lines().join('\n'));
});
