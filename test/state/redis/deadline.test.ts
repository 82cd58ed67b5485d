import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { LateError, within } from '../../../src/state/redis/deadline.ts';

function keepBusy(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

describe('waiting for an engine', () => {
  it('ends when there is no answer', async () => {
    await assert.rejects(within(20, new Promise(() => undefined)), LateError);
  });

  it('gives the answer, or its error', async () => {
    assert.equal(await within(60_000, Promise.resolve(7)), 7);
    await assert.rejects(within(60_000, Promise.reject(new Error('no'))), /^Error: no$/);
  });

  it('does not count the time in which this process was busy', async () => {
    const answer = within(30, readFile('/dev/null', 'utf8'));
    keepBusy(200);
    assert.equal(await answer, '');
  });

  it('ends also in a process that is always busy', async () => {
    const busy = setInterval(() => keepBusy(100), 1);
    await assert
      .rejects(within(10, new Promise(() => undefined)), LateError)
      .finally(() => clearInterval(busy));
  });
});
