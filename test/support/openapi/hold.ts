/** Holds a property for generated values, and says which value broke it and why. */
import assert from 'node:assert/strict';
import fc from 'fast-check';

/** The seed of this run: of `STIPPLE_SEED`, to repeat one, or a new one. Tests have it in their names. */
export const SEED = Number(process.env['STIPPLE_SEED'] ?? Math.floor(Math.random() * 1e9));

/** @param check  throws for a value that breaks the property */
export async function hold<Value>(
  values: fc.Arbitrary<Value>,
  numRuns: number,
  check: (value: Value) => Promise<void>,
): Promise<void> {
  const found = await fc.check(fc.asyncProperty(values, check), { seed: SEED, numRuns });
  if (!found.failed) return;
  const { counterexample, errorInstance } = found;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  assert.fail(`STIPPLE_SEED=${SEED}: ${JSON.stringify(counterexample)}: ${reason}`);
}
