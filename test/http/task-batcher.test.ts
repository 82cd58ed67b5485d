import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TaskBatcher } from '../../src/http/task-batcher.ts';

test('many tasks are done in order, with turns of the event loop in between', async () => {
  const batcher = new TaskBatcher();
  const done: number[] = [];
  for (let task = 0; task < 100; task += 1) batcher.add(() => done.push(task));
  assert.equal(done.length, 0);
  const seen: number[] = [];
  while (done.length < 100) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(done.length);
  }
  assert.deepEqual(
    done,
    Array.from({ length: 100 }, (_, task) => task),
  );
  assert.ok(seen.length >= 3, String(seen));
});
