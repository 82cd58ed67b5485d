import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Slots } from '../../../src/screens/repos/slots.ts';

/** A job that ends when it is told to. */
function job(): { run: () => Promise<string>; finish: () => void; started: () => boolean } {
  let finish = (): void => undefined;
  let started = false;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run = async (): Promise<string> => {
    started = true;
    await done;
    return 'done';
  };
  return { run, finish, started: () => started };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const { signal } = new AbortController();

it('lets as many jobs run as there are slots, the others in their order', async () => {
  const slots = new Slots(2);
  const jobs = [job(), job(), job(), job()];
  const ends = jobs.map(({ run }) => slots.run(signal, run));
  await turn();
  assert.deepEqual(
    jobs.map((one) => one.started()),
    [true, true, false, false],
  );
  jobs[1]?.finish();
  await ends[1];
  await turn();
  assert.deepEqual(
    jobs.map((one) => one.started()),
    [true, true, true, false],
  );
  for (const { finish } of jobs) finish();
  assert.deepEqual(await Promise.all(ends), ['done', 'done', 'done', 'done']);
});

it('frees the slot of a job that fails', async () => {
  const slots = new Slots(1);
  await assert.rejects(slots.run(signal, () => Promise.reject(new Error('no'))));
  assert.equal(await slots.run(signal, async () => 1), 1);
});

it('does not start a job that was given up in line, or before', async () => {
  const slots = new Slots(1);
  const first = job();
  const running = slots.run(signal, first.run);
  const controller = new AbortController();
  const waiting = slots.run(controller.signal, () => assert.fail('given up'));
  const after = slots.run(signal, async () => 'next');
  controller.abort();
  assert.equal(await waiting, null);
  assert.equal(await slots.run(controller.signal, () => assert.fail('given up')), null);
  first.finish();
  assert.deepEqual([await running, await after], ['done', 'next']);
});
