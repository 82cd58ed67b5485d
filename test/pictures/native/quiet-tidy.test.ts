import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { QuietTidy } from '../../../src/pictures/native/quiet-tidy.ts';
import { MEMORY_LIMITS } from '../../../src/platform/base/memory-limits.ts';
import { until } from '../../support/waiting.ts';

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
  for (let piece = 1; piece < MEMORY_LIMITS.tidyAfterWork; piece += 1) tidy.worked();
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
  for (let piece = 0; piece < 2 * MEMORY_LIMITS.tidyAfterWork; piece += 1) tidy.worked();
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
