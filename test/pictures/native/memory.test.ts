import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  limitArenas,
  QuietTidy,
  releaseMemory,
  TIDY_AFTER_WORK,
  tidyMemory,
} from '../../../src/pictures/native/memory.ts';
import { until } from '../../support/waiting.ts';

const HAS_GLIBC =
  (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime !==
  undefined;

it('limits the arenas where the allocator has some', () => {
  assert.equal(limitArenas(2), HAS_GLIBC);
});

it('refuses what is no number of arenas', () => {
  for (const most of [0, -1, 1.5, Number.NaN, 2 ** 40]) assert.throws(() => limitArenas(most), TypeError);
});

it('gives back what was freed', () => {
  // Small enough to come from an arena, and so many that there are free pages between those that stay.
  const kept = Array.from({ length: 2_000 }, () => Buffer.allocUnsafeSlow(20_000).fill(1)).filter(
    (_, number) => number % 10 === 0,
  );
  tidyMemory();
  assert.equal(typeof releaseMemory(), 'boolean');
  assert.ok(kept.every((bytes) => bytes[0] === 1 && bytes.at(-1) === 1));
});

function counted(quietMs: number) {
  const seen = { times: 0 };
  const tidy = new QuietTidy(() => {
    seen.times += 1;
  }, quietMs);
  return { seen, tidy };
}

it('tidies once after the first piece of work', async () => {
  const { seen, tidy } = counted(1);
  tidy.worked();
  assert.equal(seen.times, 0);
  await until(() => seen.times === 1);
  assert.equal(seen.times, 1);
});

it('tidies again only after much work', async () => {
  const { seen, tidy } = counted(1);
  tidy.worked();
  await until(() => seen.times === 1);
  for (let piece = 1; piece < TIDY_AFTER_WORK; piece += 1) tidy.worked();
  const other = counted(1);
  other.tidy.worked();
  await until(() => other.seen.times === 1);
  assert.equal(seen.times, 1);
  tidy.worked();
  await until(() => seen.times === 2);
  assert.equal(seen.times, 2);
});

it('waits for a quiet time', async () => {
  const { seen, tidy } = counted(60_000);
  for (let piece = 0; piece < 2 * TIDY_AFTER_WORK; piece += 1) tidy.worked();
  await setImmediate();
  assert.equal(seen.times, 0);
  tidy.stop();
});

it('does nothing more once it is stopped', async () => {
  const { seen, tidy } = counted(1);
  tidy.worked();
  tidy.stop();
  const other = counted(2);
  other.tidy.worked();
  await until(() => other.seen.times === 1);
  assert.equal(seen.times, 0);
});
