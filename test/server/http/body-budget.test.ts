/** Room for bodies: never more than the budget, and for those who keep sending. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BodyBudget, type Holding } from '../../../src/server/http/body-budget.ts';
import { BODY_LIMITS } from '../../../src/server/http/body-limits.ts';

const SHARES = {
  stranger: { total: 1_000, owner: 300 },
  device: { total: 100, owner: 100 },
  program: { total: 100, owner: 100 },
  admin: { total: 100, owner: 100 },
  reader: { total: 100, owner: 100 },
};

type Step =
  | { readonly do: 'open'; readonly owner: number }
  | { readonly do: 'grow'; readonly which: number; readonly by: number }
  | { readonly do: 'whole' | 'release'; readonly which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('open' as const), owner: fc.nat(6) }),
  fc.record({ do: fc.constant('grow' as const), which: fc.nat(50), by: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ do: fc.constantFrom('whole' as const, 'release' as const), which: fc.nat(50) }),
);

interface Opened {
  readonly holding: Holding;
  readonly owner: string;
  isGivenUp: boolean;
}

function open(budget: BodyBudget, owner: string): Opened {
  const opened: Opened = {
    holding: budget.open({ kind: 'stranger', name: owner }, true, () => {
      opened.isGivenUp = true;
    }),
    owner,
    isGivenUp: false,
  };
  return opened;
}

function take(budget: BodyBudget, all: Opened[], one: Step): void {
  if (one.do === 'open') {
    all.push(open(budget, `owner ${one.owner}`));
    return;
  }
  const opened = all[one.which % Math.max(all.length, 1)];
  if (opened === undefined) return;
  const { holding } = opened;
  if (one.do === 'whole') holding.whole();
  if (one.do === 'release') holding.release();
  if (one.do === 'grow') {
    holding.came(one.by);
    holding.resize(holding.bytes + one.by);
  }
}

function compare(budget: BodyBudget, all: readonly Opened[]): void {
  const held = new Map<string, number>();
  for (const { holding, owner } of all) held.set(owner, (held.get(owner) ?? 0) + holding.bytes);
  assert.ok([...held.values()].every((bytes) => bytes <= SHARES.stranger.owner));
  const sum = [...held.values()].reduce((total, bytes) => total + bytes, 0);
  assert.equal(budget.bytes('stranger'), sum);
  assert.ok(sum <= SHARES.stranger.total);
  assert.ok(all.every(({ holding, isGivenUp }) => !isGivenUp || holding.bytes === 0));
}

describe('BodyBudget', () => {
  it('never holds more than its limits, nor other bytes than those of the bodies that are left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const budget = new BodyBudget(SHARES);
        const all: Opened[] = [];
        for (const one of steps) {
          take(budget, all, one);
          compare(budget, all);
        }
        for (const { holding } of all) holding.release();
        assert.equal(budget.bytes('stranger'), 0);
      }),
    );
  });

  it('counts a body that grows after its end was seen and all others of its owner are gone', () => {
    const budget = new BodyBudget(SHARES);
    const early = open(budget, 'one');
    early.holding.whole();
    open(budget, 'one').holding.release();
    assert.ok(early.holding.resize(205));
    assert.equal(open(budget, 'one').holding.resize(96), false);
  });

  it('gives up what has come to a stop, of the owner that holds the most', () => {
    const budget = new BodyBudget(SHARES);
    const attackers = Array.from({ length: 40 }, (_, n) => open(budget, `attacker ${n % 4}`));
    for (const { holding } of attackers) holding.resize(25);
    const honest = open(budget, 'honest');
    for (let bytes = 50; bytes <= 250; bytes += 50) {
      honest.holding.came(BODY_LIMITS.progressBytes);
      assert.ok(honest.holding.resize(bytes));
      for (const { holding, isGivenUp } of attackers) if (!isGivenUp) holding.resize(25);
    }
    assert.equal(honest.isGivenUp, false);
    assert.equal(attackers.filter(({ isGivenUp }) => isGivenUp).length, 10);
  });

  it('never gives up one that is whole, and refuses the next one then', () => {
    const budget = new BodyBudget(SHARES);
    const whole = Array.from({ length: 3 }, () => open(budget, 'one'));
    for (const { holding } of whole) {
      holding.resize(100);
      holding.whole();
    }
    assert.equal(open(budget, 'one').holding.resize(1), false);
    assert.ok(open(budget, 'other').holding.resize(1));
    assert.ok(whole.every(({ isGivenUp }) => !isGivenUp));
  });

  it('gives up what makes no progress, be it with a byte now and then, and nothing else', () => {
    const budget = new BodyBudget(SHARES);
    const [slow, trickling, quick, whole] = [1, 2, 3, 4].map((n) => open(budget, `owner ${n}`));
    whole?.holding.whole();
    const untimed = open(budget, 'head');
    const half = budget.open({ kind: 'stranger', name: 'head' }, false, () => assert.fail('it is not timed'));
    for (let look = 0; look <= BODY_LIMITS.stallLooks; look++) {
      assert.ok(slow?.isGivenUp === false && untimed.isGivenUp === false, `look ${look}`);
      trickling?.holding.came(1);
      quick?.holding.came(BODY_LIMITS.progressBytes);
      budget.giveUpStalled();
    }
    assert.deepEqual(
      [slow, trickling, quick, whole, untimed].map((opened) => opened?.isGivenUp),
      [true, true, false, false, true],
    );
    half.release();
  });
});
