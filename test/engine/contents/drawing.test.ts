import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drawing, type DrawTurn } from '../../../src/engine/contents/drawing.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { ok } from '../../../src/platform/base/result.ts';

const TURN = { deadline: deadlineIn(60_000), party: 'entry' } as const;

function open(): { readonly drawing: Drawing; readonly turns: DrawTurn[]; readonly ends: () => number } {
  const turns: DrawTurn[] = [];
  let ends = 0;
  const drawing = new Drawing({
    draw: async (turn) => {
      turns.push(turn);
      return { ...ok(Buffer.from('png')), stagesMs: { draw: 1 } };
    },
    onEnd: () => {
      ends += 1;
    },
  });
  return { drawing, turns, ends: () => ends };
}

test('a drawing begins once, in the turn of whoever begins it', async () => {
  const { drawing, turns, ends } = open();
  assert.ok(!drawing.begun);
  const first = drawing.begin(TURN);
  const second = drawing.begin({ deadline: deadlineIn(1), party: 'entry' });
  drawing.drop();
  assert.ok(drawing.begun);
  assert.equal(ends(), 0);
  assert.deepEqual(await Promise.all([first, second]), [await drawing.result, await drawing.result]);
  assert.ok((await first).ok);
  assert.deepEqual([turns, ends()], [[TURN], 1]);
});

test('a drawing that is given up draws nothing', async () => {
  const { drawing, turns, ends } = open();
  drawing.drop();
  const { stagesMs, ...given } = await drawing.result;
  assert.ok(!given.ok && given.error.code === 'overloaded');
  assert.deepEqual([stagesMs, turns, ends()], [{}, [], 1]);
});
