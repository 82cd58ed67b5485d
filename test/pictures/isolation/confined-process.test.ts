import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfinedProcess, type ProcessEnd } from '../../../src/pictures/isolation/confined-process.ts';
import type { Message } from '../../../src/pictures/isolation/frames.ts';
import type { ProbeJob } from './probe-process.ts';

/** Start a process of the probe, and wait until it is ready. */
async function open(entry = './probe-process.js') {
  const inbox: Message[] = [];
  let wake: () => void = () => {};
  let end: (end: ProcessEnd) => void = () => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    end = resolve;
  });
  const process = new ConfinedProcess({
    entry: new URL(entry, import.meta.url),
    setup: null,
    heapMb: 64,
    memoryBytes: 400 * 1024 * 1024,
    niceness: 0,
    readable: [],
    onMessage: (message) => {
      inbox.push(message);
      wake();
    },
    onEnd: end,
  });
  const next = async (): Promise<Message | undefined> => {
    while (inbox.length === 0) {
      const arrival = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (await Promise.race([arrival, ended])) break;
    }
    return inbox.shift();
  };
  return { process, ended, next, send: (job: ProbeJob) => process.send(job) };
}

test('a process says when it is ready, then answers with data and bytes, until it is killed', async () => {
  const { process, ended, next, send } = await open();
  assert.equal((await next())?.header !== null && typeof process.pid, 'number');
  send({ do: 'echo', text: 'hello', bytes: 3 });
  const answer = await next();
  assert.match(JSON.stringify(answer?.header), /hello/);
  assert.deepEqual([...(answer?.bytes ?? [])], [7, 7, 7]);
  process.kill('enough');
  assert.deepEqual(await ended, { outOfMemory: false, reason: 'enough', lastWords: '' });
});

test('the end of a process tells why: its exit code, its last words, or the lack of memory', async () => {
  const thrown = await open();
  await thrown.next();
  thrown.send({ do: 'throw' });
  assert.deepEqual(await thrown.ended, {
    outOfMemory: false,
    reason: 'exit code 1',
    lastWords: 'thrown on purpose',
  });
  const full = await open();
  await full.next();
  full.send({ do: 'fill the heap' });
  assert.equal((await full.ended).outOfMemory, true);
});

test('a process whose messages cannot be read is killed', async () => {
  const { ended, next, send } = await open();
  await next();
  send({ do: 'send nonsense', bytes: Array(16).fill(255) });
  assert.match((await ended).reason, /its message could not be read: a message of \d+ \+ \d+ bytes/);
});

test('a process that cannot start ends with a reason', async () => {
  const { ended } = await open('./no-such-file.js');
  assert.equal((await ended).reason, 'exit code 1');
});
