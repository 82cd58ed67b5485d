import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mergeTuning, parseTuning } from '../../src/domain/tuning.ts';

it('takes each number from the first source that has it; 0 is a value', () => {
  const merged = mergeTuning(
    { strength: 0 },
    undefined,
    { strength: 1, maxError: 0.5 },
    { maxError: 2, noiseScale: 3 },
  );
  assert.deepEqual(merged, { strength: 0, maxError: 0.5, noiseScale: 3 });
  assert.deepEqual(mergeTuning(), {});
});

it('reads numbers in range and names the others', () => {
  const problems: string[] = [];
  const source = { max_error: 1, noise_scale: 9, chroma_clamp: '1', strength: null, other: 1 };
  assert.deepEqual(parseTuning(source, problems), { maxError: 1 });
  assert.deepEqual(problems, [
    'noise_scale: expected a number from 0 to 3, got 9',
    'chroma_clamp: expected a number from 0 to 1, got "1"',
  ]);
});

it('refuses numbers that are none', () => {
  assert.deepEqual(parseTuning({ strength: Number.NaN, max_error: Number.POSITIVE_INFINITY }), {});
});
