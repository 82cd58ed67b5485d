import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Watchdog } from '../../../src/fleet/health/watchdog.ts';
import { threadCpuMs } from '../../../src/pictures/native/thread-clock.ts';
import { monotonicMs } from '../../../src/platform/base/clock.ts';
import { beginWork, latestWork } from '../../../src/platform/base/current-work.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';

/** Compute without a pause. */
function holdThread(ms: number): void {
  const untilMs = monotonicMs() + ms;
  while (monotonicMs() < untilMs);
}

/** How often the watchdog has looked since it was made: it asks for the processor time each time. */
function watched(log: LogLines): { readonly dog: Watchdog; readonly looks: () => number } {
  let looks = 0;
  const counted = (): number | null => {
    looks += 1;
    return threadCpuMs();
  };
  const logger = createLogger('warn', logInto(log));
  return { dog: new Watchdog({ log: logger, threadCpuMs: counted }), looks: () => looks };
}

it('says once what had begun when the main thread was held up, and counts the rest', async () => {
  const log: LogLines = [];
  const { dog, looks } = watched(log);
  try {
    beginWork('GET', '/api/admin/fleet');
    beginWork('screen', 'greedy');
    holdThread(400);
    const [line] = await until(() => (log.length > 0 ? log : null));
    assert.match(String(line?.['msg']), /the main thread (?:was held up|had to wait for the machine)/);
    assert.match(JSON.stringify(line?.['begun']), /^\["screen greedy","GET \/api\/admin\/fleet"/);
    assert.ok(Number(line?.['ms']) >= 250, JSON.stringify(line));
    assert.ok(Number(line?.['cpuMs']) > 0, JSON.stringify(line));
    assert.equal(line?.['before'], 0);
    const before = looks();
    holdThread(400);
    await until(() => looks() >= before + 2);
    assert.equal(log.length, 1);
  } finally {
    dog.stop();
  }
});

it('says that the machine was busy with something else where the thread has hardly computed', async () => {
  const log: LogLines = [];
  const dog = new Watchdog({ log: createLogger('warn', logInto(log)), threadCpuMs: () => 7 });
  try {
    holdThread(400);
    const [line] = await until(() => (log.length > 0 ? log : null));
    assert.match(String(line?.['msg']), /had to wait for the machine/);
    assert.equal(line?.['cpuMs'], 0);
  } finally {
    dog.stop();
  }
});

it('looks no more once it is stopped', async () => {
  const [stoppedLog, log]: readonly [LogLines, LogLines] = [[], []];
  const [stopped, running] = [watched(stoppedLog), watched(log)];
  stopped.dog.stop();
  try {
    holdThread(400);
    await until(() => log.length > 0);
    assert.deepEqual([stopped.looks(), stoppedLog], [1, []]);
  } finally {
    running.dog.stop();
  }
});

it('keeps the latest pieces of work, the newest first and none longer than a line', () => {
  for (let n = 0; n < 9; n++) beginWork('GET', `/${n}`);
  beginWork('GET', '/'.repeat(5_000));
  const [newest = '', ...others] = latestWork();
  assert.ok(newest.startsWith('GET ///') && newest.length <= 120);
  assert.deepEqual(others, ['GET /8', 'GET /7', 'GET /6']);
});
