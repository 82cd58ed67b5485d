import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limitArenas, releaseMemory, tidyMemory } from '../../../src/pictures/native/memory.ts';

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
