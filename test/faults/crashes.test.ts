import assert from 'node:assert/strict';
import { it } from 'node:test';
import { crashAgainAndAgain } from '../support/faults/crashes.ts';
import { openScene } from '../support/faults/scene.ts';

it('a server with its state in a folder that is killed under load loses no key, and gives no second one', async (t) => {
  const scene = await openScene(t, 1);
  assert.equal(await crashAgainAndAgain(scene, 3, 1), 3);
  assert.deepEqual(scene.tally.violations, []);
  t.diagnostic(scene.tally.lines().join('\n'));
});
