import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestEvent } from './skip-missing.ts';
import { Tally } from './tally.ts';

type Outcome = readonly [
  type: 'test:pass' | 'test:fail',
  file: string,
  name?: string,
  error?: Error | undefined,
];

async function tallied(tally: Tally, outcomes: readonly Outcome[]): Promise<void> {
  async function* events(): AsyncGenerator<TestEvent> {
    for (const [type, file, name = 'a test', error] of outcomes)
      yield { type, data: { name, file, nesting: 0, details: { type: 'test', error } } };
  }
  for await (const _ of tally.count(events()));
}

describe('Tally', () => {
  it('counts what passed and what failed', async () => {
    const tally = new Tally();
    await tallied(tally, [
      ['test:pass', 'a'],
      ['test:fail', 'a'],
      ['test:pass', 'b'],
    ]);
    assert.equal(tally.summary(), '2 passed, 1 failed\n');
    assert.equal(tally.failed, 1);
  });

  it('counts the second try of a file in the place of the first, and says so', async () => {
    const tally = new Tally();
    await tallied(tally, [
      ['test:pass', 'a'],
      ['test:fail', 'a'],
      ['test:pass', 'b'],
    ]);
    assert.deepEqual(tally.secondTries(3), ['a']);
    await tallied(tally, [
      ['test:pass', 'a'],
      ['test:pass', 'a'],
    ]);
    assert.equal(
      tally.summary(),
      'Failed beside others (the error is above) and passed alone: a\n3 passed, 0 failed\n',
    );
  });

  it('fails where the second try fails', async () => {
    const tally = new Tally();
    await tallied(tally, [['test:fail', 'a']]);
    assert.deepEqual(tally.secondTries(3), ['a']);
    await tallied(tally, [['test:fail', 'a']]);
    assert.equal(tally.summary(), '0 passed, 1 failed\n');
  });

  it('has nothing tried again that failed by chance, nor where much fails', async () => {
    const property = new Error('test failed', { cause: new Error('Property failed after 3 tests') });
    const chance = new Tally();
    await tallied(chance, [['test:fail', 'a', 'a property', property]]);
    assert.deepEqual(chance.secondTries(3), []);
    assert.equal(chance.failed, 1);
    const tally = new Tally();
    await tallied(tally, [
      ['test:fail', 'a'],
      ['test:fail', 'b'],
    ]);
    assert.deepEqual(tally.secondTries(1), []);
  });
});
