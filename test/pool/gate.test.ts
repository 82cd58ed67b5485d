import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Gate, type Place, QUICK, type Refused, type Standing } from '../../src/pool/gate.ts';

const LONG_MS = 5_000;

function gateOf(places: number, maxWaiting = 10): Gate {
  return new Gate({ parts: [places], maxWaiting });
}

/** Enter where there is room. */
function enterNow(gate: Gate, standing: Standing = QUICK): Place {
  const place = gate.enter(standing, 0, LONG_MS);
  assert.ok(!(place instanceof Promise), 'there is room');
  return place;
}

function party(name: string, rank = 0): Standing {
  return { rank, parties: [name] };
}

/** Let everything that has been resolved go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('Gate', () => {
  it('lets as many jobs in as it has places, and the next ones as they are due', async () => {
    const gate = gateOf(2);
    const held = [enterNow(gate), enterNow(gate)];
    const order: string[] = [];
    const enter = async (name: string, dueMs: number): Promise<void> => {
      const place = await gate.enter(QUICK, dueMs, LONG_MS);
      assert.ok(typeof place !== 'string');
      order.push(name);
      held.push(place);
    };
    const jobs = [enter('late', 30), enter('first', 10), enter('second', 10), enter('early', 5)];
    assert.equal(gate.waiting, 4);
    while (order.length < 4) {
      const place = held.shift();
      assert.ok(place !== undefined);
      gate.leave(place);
      await settled();
    }
    await Promise.all(jobs);
    assert.deepEqual(order, ['early', 'first', 'second', 'late']);
    assert.equal(gate.waiting, 0);
  });

  it('refuses jobs when the line is full, and those whose turn does not come in time', async () => {
    const gate = gateOf(1, 1);
    const place = enterNow(gate);
    const late = gate.enter(QUICK, 0, 5);
    assert.equal(await gate.enter(QUICK, 0, LONG_MS), 'full');
    assert.equal(await late, 'late');
    assert.equal(gate.waiting, 0);
    gate.leave(place);
    enterNow(gate);
  });

  it('keeps places free for better classes', async () => {
    const gate = new Gate({ parts: [4, 2, 1], maxWaiting: 10 });
    enterNow(gate, { rank: 2, parties: [] });
    const second = enterNow(gate, { rank: 1, parties: [] });
    const waiting = [1, 2].map((rank) => gate.enter({ rank, parties: [] }, 0, LONG_MS));
    enterNow(gate);
    enterNow(gate);
    assert.equal(gate.waiting, 2);
    gate.leave(second);
    assert.ok(typeof (await waiting[0]) !== 'string');
    assert.equal(gate.waiting, 1, 'the worst class holds its part already');
  });

  it('leaves room for others beside a party that wants everything', () => {
    const gate = gateOf(16, 100);
    for (let job = 0; job < 40; job += 1) void gate.enter(party('greedy'), 0, LONG_MS);
    assert.equal(gate.held, 11);
    for (const other of ['a', 'b', 'c', 'd', 'e']) enterNow(gate, party(other));
    assert.equal(gate.held, 16);
  });

  it('makes room in a full line for a job of a better class, and for one of a smaller crowd', async () => {
    const gate = gateOf(1, 3);
    enterNow(gate, party('running'));
    const slow = gate.enter(party('slow', 1), 0, LONG_MS);
    const crowd = [1, 2].map((dueMs) => gate.enter(party('crowd'), dueMs, LONG_MS));
    void gate.enter(party('quick'), 0, LONG_MS);
    assert.equal(await slow, 'full');
    void gate.enter(party('another'), 0, LONG_MS);
    assert.equal(await crowd[1], 'full', 'the last of the crowd goes');
    assert.equal(await gate.enter(party('crowd'), 0, LONG_MS), 'full');
  });

  it('says when a class that holds too much keeps better ones waiting', () => {
    const gate = new Gate({ parts: [2, 1], maxWaiting: 10 });
    const [first, second] = [enterNow(gate), enterNow(gate)];
    gate.demote(first, 1);
    gate.demote(second, 1);
    assert.equal(gate.overfull, null, 'nobody waits');
    void gate.enter({ rank: 1, parties: [] }, 0, LONG_MS);
    assert.equal(gate.overfull, null, 'nobody who would have a place');
    void gate.enter(QUICK, 0, LONG_MS);
    assert.equal(gate.overfull, 1);
    gate.leave(second);
    assert.equal(gate.overfull, null);
  });

  it('lets a job go on that had a place, whether there is one or not', async () => {
    const gate = gateOf(1);
    gate.leave(enterNow(gate));
    const other = enterNow(gate);
    const back = gate.take(QUICK);
    const next = gate.enter(QUICK, 0, LONG_MS);
    gate.leave(back);
    assert.equal(gate.waiting, 1, 'one job still has its place');
    gate.leave(other);
    assert.ok(typeof (await next) !== 'string');
  });
});

const PARTS = [6, 4, 3, 1];
const SEEDS = 200;
const STEPS = 300;

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What the gate must hold, counted the plain way. */
class Model {
  readonly held: { readonly place: Place }[] = [];
  readonly waiting = new Set<Standing>();

  room(rank: number): number {
    const rooms = PARTS.slice(0, rank + 1).map(
      (part, at) => part - this.held.filter(({ place }) => place.rank >= at).length,
    );
    return Math.min(...rooms);
  }

  fits({ rank, parties }: Standing): boolean {
    const room = this.room(rank);
    const shares = parties.map(
      (name) => this.held.filter(({ place }) => place.parties.includes(name)).length,
    );
    return room > 0 && shares.every((share) => share < 2 * room);
  }
}

/** Take a gate through a random history, and compare it with the model after every step. */
async function play(seed: number): Promise<void> {
  const random = numbers(seed);
  const gate = new Gate({ parts: PARTS, maxWaiting: 8 });
  const model = new Model();
  const enter = (): void => {
    const standing: Standing = { rank: random(4), parties: [`screen ${random(5)}`, `host ${random(3)}`] };
    const note = (place: Place | Refused): void => {
      model.waiting.delete(standing);
      if (typeof place !== 'string') model.held.push({ place });
    };
    const fits = model.fits(standing);
    const outcome = gate.enter(standing, random(100), LONG_MS);
    assert.equal(outcome instanceof Promise, !fits, 'who fits enters at once');
    if (outcome instanceof Promise) {
      model.waiting.add(standing);
      void outcome.then(note);
    } else note(outcome);
  };
  const leave = (): void => {
    const [gone] = model.held.splice(random(model.held.length), 1);
    if (gone !== undefined) gate.leave(gone.place);
  };
  const actions = [
    enter,
    enter,
    leave,
    () => model.held.push({ place: gate.take(party('back', random(4))) }),
    () => {
      const some = model.held[random(model.held.length)];
      if (some !== undefined) gate.demote(some.place, random(4));
    },
    () => {
      const some = model.held[random(model.held.length)];
      if (some !== undefined) gate.join(some.place, `host ${random(3)}`);
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    actions[random(actions.length)]?.();
    await settled();
    assert.equal(gate.held, model.held.length);
    assert.equal(gate.waiting, model.waiting.size);
    assert.ok(gate.waiting <= 8);
    assert.ok(![...model.waiting].some((standing) => model.fits(standing)), 'nobody waits who fits');
  }
  while (model.held.length > 0) {
    leave();
    await settled();
  }
  assert.equal(gate.waiting, 0, 'everybody had a turn');
  for (let place = 0; place < 6; place += 1) enterNow(gate, { rank: 0, parties: [] });
  assert.equal(gate.held, 6, 'no place is lost');
}

describe('a gate in random histories', () => {
  it('is what a plain count says, and has all its places when everybody has left', async () => {
    for (let seed = 0; seed < SEEDS; seed += 1) await play(seed);
  });
});
