import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BEAT, beatEnd, beatStart, computingMs, createBeat, TURN } from '../../src/render/beat.ts';

/** A beat of a script that began some time ago. */
function begun(agoMs: number): { readonly beat: SharedArrayBuffer; readonly view: Int32Array } {
  const beat = createBeat();
  beatStart(beat);
  const view = new Int32Array(beat);
  Atomics.sub(view, BEAT.startedMs, agoMs);
  return { beat, view };
}

test('a script computes from its start to its end', () => {
  const { beat } = begun(7_000);
  assert.ok(computingMs(beat) >= 7_000);
  beatEnd(beat);
  assert.equal(computingMs(beat), 0);
});

test('a script that waits for an answer does not compute, nor while the answer waits for it', () => {
  const { beat, view } = begun(7_000);
  for (const turn of [TURN.asked, TURN.answered]) {
    Atomics.store(view, BEAT.turn, turn);
    assert.equal(computingMs(beat), 0);
  }
});

test('what a script has waited is taken off', () => {
  const { beat, view } = begun(7_000);
  Atomics.add(view, BEAT.waitedMs, 6_900);
  const ms = computingMs(beat);
  assert.ok(ms >= 100 && ms < 6_000, String(ms));
});
