/** A state store in memory, for one test. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openState } from '../../../src/state/open-state.ts';
import type { State } from '../../../src/state/state.ts';

/** Open it; it is closed at the end of the test. */
export async function openMemory(t: TestContext): Promise<State> {
  const opened = await openState('');
  assert.ok(opened.ok);
  t.after(() => opened.value.close());
  return opened.value;
}
