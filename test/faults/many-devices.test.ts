import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startWithMany } from '../support/faults/many-devices.ts';
import { openStage } from '../support/faults/scene.ts';

it('a server knows a thousand devices of its store when it is ready', async (t) => {
  const { emptyMs, filledMs } = await startWithMany(openStage(t), 1_000, 1);
  assert.ok(emptyMs > 0 && filledMs > 0);
  t.diagnostic(`start with an empty store ${Math.round(emptyMs)} ms, a full one ${Math.round(filledMs)} ms`);
});
