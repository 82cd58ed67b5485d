import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchedTasks } from '../../../src/server/http/batched-tasks.ts';

test('many tasks are done in order, with turns of the event loop in between', async () => {
  const tasks = new BatchedTasks();
  const done: number[] = [];
  for (let task = 0; task < 100; task += 1) tasks.add(() => done.push(task));
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
