import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type PictureWork,
  type Promisee,
  PromiseLedger,
} from '../../../src/engine/scheduling/promise-ledger.ts';
import { type DeviceParty, PARTY_SHARES } from '../../../src/platform/base/party-shares.ts';
import { randomNumbers } from '../../support/random.ts';

const LIFETIME_MS = 1_000;
const MAX_BYTES = 10_000;

function open(): { readonly ledger: PromiseLedger<string>; readonly ended: string[] } {
  const ended: string[] = [];
  const ledger = new PromiseLedger<string>({
    workers: 2,
    slowWorkers: 1,
    patienceMs: 100,
    maxBytes: MAX_BYTES,
    lifetimeMs: LIFETIME_MS,
    onEnd: (key) => ended.push(key),
  });
  return { ledger, ended };
}

function work(ms: number, more: Partial<PictureWork> = {}): PictureWork {
  return { kind: `${ms}`, ms, slow: false, bytes: 10, ...more };
}

const SEED = Number(process.env['STIPPLE_SEED'] ?? Math.floor(Math.random() * 1e9));
const DEVICES: readonly DeviceParty[] = ['entry', 'adopted', 'stranger'];

function to(party: DeviceParty, holder: string): Promisee {
  return { party, holder };
}

describe('PromiseLedger', () => {
  it('promises what the workers can draw within the patience, and what is promised already', () => {
    const { ledger } = open();
    for (let number = 1; number <= 4; number += 1) {
      assert.equal(ledger.offer(`p${number}`, work(50), to('entry', `d${number}`), 0), null);
    }
    assert.equal(ledger.offer('p5', work(50), to('entry', 'd5'), 0), 'time');
    assert.equal(ledger.offer('p1', work(50), to('entry', 'd5'), 0), null);
    ledger.noteDrawn('p1');
    assert.equal(ledger.offer('p5', work(50), to('entry', 'd6'), 0), null);
    assert.equal(ledger.workMs, 200);
  });

  it('promises any picture where no other waits', () => {
    const { ledger } = open();
    const huge = work(9_000, { bytes: 2 * MAX_BYTES });
    assert.equal(ledger.offer('huge', huge, to('stranger', 'd1'), 0), null);
    assert.equal(ledger.offer('small', work(1), to('stranger', 'd2'), 0), 'time');
    assert.equal(
      ledger.offer('small', work(1), to('entry', 'd3'), 0),
      null,
      'it goes before that of a stranger',
    );
    assert.equal(ledger.offer('larger', huge, to('adopted', 'd4'), 0), 'time');
  });

  it('leaves room for devices of the config, and for their substitutes', () => {
    const { ledger } = open();
    for (let number = 0; number < 12; number += 1) {
      assert.equal(ledger.offer(`p${number}`, work(10), to('stranger', `d${number}`), 0), null);
    }
    assert.ok(!ledger.isFull, 'strangers alone do not fill it');
    assert.equal(ledger.offer('more', work(10), to('stranger', 'stranger'), 0), 'time');
    assert.equal(ledger.offer('more', work(200), to('entry', 'named'), 0), null);
    assert.ok(ledger.isFull);
    assert.equal(ledger.offer('again', work(10), to('entry', 'other'), 0), 'time');
    assert.equal(ledger.offer('again', work(10), { ...to('entry', 'other'), isSubstitute: true }, 0), null);
  });

  it('takes a picture that a device of the config is told of from the account of strangers', () => {
    const { ledger } = open();
    assert.equal(ledger.offer('same', work(150), to('stranger', 'd1'), 0), null);
    assert.equal(ledger.offer('more', work(10), to('stranger', 'd2'), 0), 'time');
    assert.equal(ledger.offer('same', work(150), to('entry', 'd3'), 0), null);
    assert.deepEqual([ledger.partyOf('same'), ledger.workMs], ['entry', 150]);
    ledger.noteDrawn('same');
    assert.deepEqual([ledger.workMs, ledger.bytes], [0, 0]);
    assert.equal(ledger.offer('more', work(10), to('stranger', 'd2'), 0), null);
  });

  it('lets slow pictures take no room from quick ones, which go before them', () => {
    const { ledger } = open();
    const slow = (ms: number): PictureWork => work(ms, { slow: true });
    assert.equal(ledger.offer('wall', slow(110), to('entry', 'd1'), 0), null);
    assert.equal(ledger.offer('wall 2', slow(60), to('entry', 'd2'), 0), 'time', 'one worker draws them');
    assert.equal(ledger.offer('clock', work(210), to('entry', 'd3'), 0), null);
    assert.equal(
      ledger.offer('wall 3', slow(60), to('entry', 'd1'), 0),
      'time',
      'it would be behind the clock',
    );
    ledger.noteDrawn('clock');
    assert.equal(ledger.offer('wall 3', slow(60), to('entry', 'd1'), 0), null, 'in the place of the first');
    assert.equal(ledger.workMs, 60);
  });

  it('lets a picture wait for others only if it will be drawn in twice the patience', () => {
    const { ledger } = open();
    assert.equal(ledger.offer('clock', work(10), to('entry', 'd1'), 0), null);
    assert.equal(ledger.offer('wall', work(391, { slow: true }), to('entry', 'd2'), 0), 'time');
    assert.equal(ledger.offer('wall', work(390, { slow: true }), to('entry', 'd2'), 0), null);
  });

  it('keeps within the memory for what is to be drawn', () => {
    const { ledger } = open();
    const large = work(1, { bytes: MAX_BYTES / 2 });
    assert.equal(ledger.offer('p1', large, to('entry', 'd1'), 0), null);
    assert.equal(ledger.offer('p2', large, to('entry', 'd2'), 0), null);
    assert.equal(ledger.offer('p3', large, to('entry', 'd3'), 0), 'memory');
    ledger.noteDrawn('p1');
    assert.equal(ledger.offer('p3', large, to('entry', 'd3'), 0), null);
  });

  it('expects a device to come for what it was told last only', () => {
    const { ledger, ended } = open();
    for (let number = 1; number <= 20; number += 1) {
      assert.equal(ledger.offer(`p${number}`, work(150), to('entry', 'device'), 0), null);
      assert.equal(ledger.workMs, 150);
    }
    assert.equal(ledger.offer('shared', work(50), to('entry', 'device'), 0), null);
    assert.equal(ended.length, 20);
    ended.length = 0;
    assert.equal(ledger.offer('shared', work(50), to('entry', 'other'), 0), null);
    assert.equal(ledger.offer('next', work(50), to('entry', 'device'), 0), null);
    assert.ok(ledger.has('shared'));
    assert.equal(ledger.offer('next', work(50), to('entry', 'other'), 0), null);
    assert.deepEqual(ended, ['shared']);
    assert.equal(ledger.workMs, 50);
    ledger.release('other');
    ledger.release('device');
    ledger.release('nobody');
    assert.deepEqual([ended, ledger.workMs], [['shared', 'next'], 0]);
  });

  it('ends with the fetch; where several devices were told, with the time', () => {
    const { ledger, ended } = open();
    ledger.offer('own', work(5), to('entry', 'd1'), 0);
    ledger.offer('shared', work(5), to('entry', 'd2'), 0);
    ledger.offer('shared', work(5), to('entry', 'd3'), 0);
    for (const key of ['own', 'shared']) {
      ledger.noteDrawn(key);
      ledger.noteFetched(key);
    }
    assert.deepEqual([ended, ledger.size, ledger.workMs], [['own'], 1, 0]);
    ledger.expire(LIFETIME_MS);
    assert.deepEqual([ended, ledger.size], [['own', 'shared'], 0]);
  });

  it('ends when nobody asks in time, but not while somebody waits', () => {
    const { ledger, ended } = open();
    ledger.offer('wanted', work(150), to('entry', 'd1'), 0);
    ledger.offer('forgotten', work(50), to('entry', 'd2'), 1);
    const done = ledger.await('wanted');
    ledger.await('unknown')();
    ledger.expire(LIFETIME_MS - 1);
    assert.deepEqual(ended, []);
    assert.equal(
      ledger.offer('new', work(50), to('entry', 'd3'), LIFETIME_MS + 1),
      null,
      'there is room again',
    );
    assert.deepEqual(ended, ['forgotten']);
    ledger.release('d1');
    done();
    ledger.expire(2 * LIFETIME_MS + 1);
    assert.deepEqual(ended, ['forgotten', 'wanted', 'new']);
  });

  it('is never negative, is bounded, and comes to nothing whatever happens', () => {
    const pick = randomNumbers(7);
    const { ledger } = open();
    const waits: (() => void)[] = [];
    let nowMs = 0;
    for (let step = 0; step < 20_000; step += 1) {
      const key = `p${pick(60)}`;
      const kind = `k${pick(5)}`;
      const estimate = { kind, ms: pick(400) / 10, slow: pick(3) === 0 };
      const party = DEVICES[pick(3)] ?? 'entry';
      const isSubstitute = pick(3) === 0;
      const offer = (holder: string | null): void => {
        ledger.offer(key, { ...estimate, bytes: pick(3_000) }, { party, isSubstitute, holder }, nowMs);
      };
      const moves = [
        () => offer(`d${pick(30)}`),
        () => offer(null),
        () => ledger.noteDrawn(key),
        () => ledger.noteFetched(key),
        () => ledger.learn(estimate, party),
        () => ledger.release(`d${pick(30)}`),
        () => waits.push(ledger.await(key)),
        () => waits.pop()?.(),
      ];
      moves[pick(moves.length)]?.();
      nowMs += pick(20);
      assert.ok(ledger.workMs >= 0 && ledger.bytes >= 0);
      assert.ok(ledger.size <= 60 && ledger.bytes <= 3 * (MAX_BYTES * 1.2 + 3_000));
    }
    for (const done of waits) done();
    ledger.expire(nowMs + 2 * LIFETIME_MS);
    assert.deepEqual([ledger.size, ledger.workMs, ledger.bytes], [0, 0, 0]);
  });
});

/**
 * Two ledgers go through the same, but for what parties behind do, who do whatever they like in one of them: nothing of it is
 * to be seen in the answers to those before.
 */
class TwoLedgers {
  readonly #pick = randomNumbers(SEED);
  readonly #crowded = open().ledger;
  readonly #alone = open().ledger;
  #nowMs = 0;
  readonly answers = { promised: 0, refused: 0 };

  /** Something that only one of the ledgers sees. */
  disturb(parties: readonly DeviceParty[]): void {
    const pick = this.#pick;
    const key = `of others ${pick(200)}`;
    const party = parties[pick(parties.length)] ?? 'stranger';
    const act = pick(5);
    if (act === 3) this.#crowded.noteDrawn(key);
    if (act === 4) this.#crowded.noteFetched(key);
    if (act >= 3) return;
    const huge = this.#picture(1 + pick(50));
    const to = { party, isSubstitute: pick(4) === 0, holder: `s${pick(500)}` };
    this.#crowded.offer(key, huge, to, this.#nowMs);
  }

  /** An offer that both see, and have to answer alike. */
  offer(parties: readonly DeviceParty[]): void {
    const pick = this.#pick;
    const key = `own ${pick(200)}`;
    const picture = this.#picture(1);
    const party = parties[pick(parties.length)] ?? 'entry';
    const to = { party, isSubstitute: pick(4) === 0, holder: `d${pick(40)}` };
    const [one, other] = this.#both.map((ledger) => ledger.offer(key, picture, to, this.#nowMs));
    assert.equal(one, other);
    this.answers[one === null ? 'promised' : 'refused'] += 1;
    const drawn = `own ${pick(200)}`;
    for (const ledger of this.#both) ledger.noteDrawn(drawn);
    this.#nowMs += pick(12);
  }

  get #both(): readonly PromiseLedger<string>[] {
    return [this.#crowded, this.#alone];
  }

  #picture(times: number): PictureWork {
    const pick = this.#pick;
    const ms = (1 + pick(80)) * times;
    return work(ms, { kind: `k${pick(20)}`, slow: pick(4) === 0, bytes: pick(4_000) * times });
  }
}

describe(`whatever parties behind are promised (seed ${SEED})`, () => {
  for (const [index, party] of (['entry', 'adopted'] as const).entries()) {
    it(`a device of the party "${party}" finds the room that it would find without them`, () => {
      const ledgers = new TwoLedgers();
      for (let step = 0; step < 10_000; step += 1) {
        ledgers.disturb(DEVICES.slice(index + 1));
        ledgers.disturb(DEVICES.slice(index + 1));
        ledgers.offer(DEVICES.slice(0, index + 1));
      }
      const { promised, refused } = ledgers.answers;
      assert.ok(promised > 100 && refused > 100, JSON.stringify(ledgers.answers));
    });
  }

  it('strangers together are promised no more than their share, beyond a single picture', () => {
    const pick = randomNumbers(SEED);
    const { ledger } = open();
    const most = { ms: 0, bytes: 0 };
    for (let step = 0; step < 5_000; step += 1) {
      const picture = work(1 + pick(300), { slow: pick(2) === 0, bytes: pick(3_000) });
      const to = { party: 'stranger', isSubstitute: pick(2) === 0, holder: `s${step}` } as const;
      ledger.offer(`p${step}`, picture, to, step);
      if (pick(20) === 0) ledger.noteDrawn(`p${pick(step + 1)}`);
      most.ms = Math.max(most.ms, ledger.workMs);
      most.bytes = Math.max(most.bytes, ledger.bytes);
    }
    const { room } = PARTY_SHARES.stranger;
    // Quick and slow ones have a share each, and one picture may be larger than what is left of it.
    assert.ok(most.ms <= 100 * room * (2 + 1) + 2 * 300, String(most.ms));
    assert.ok(most.bytes <= MAX_BYTES * room + 3_000, String(most.bytes));
  });
});
