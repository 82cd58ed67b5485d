import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PictureWork, PromiseLedger } from '../../src/scheduling/promise-ledger.ts';
import { randomNumbers } from '../support/random.ts';

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

describe('PromiseLedger', () => {
  it('promises what the workers can draw within the patience, and what is promised already', () => {
    const { ledger } = open();
    for (let number = 1; number <= 4; number += 1) {
      assert.equal(ledger.offer(`p${number}`, work(50), 'named', `d${number}`, 0), null);
    }
    assert.equal(ledger.offer('p5', work(50), 'named', 'd5', 0), 'time');
    assert.equal(ledger.offer('p1', work(50), 'named', 'd5', 0), null);
    ledger.noteDrawn('p1');
    assert.equal(ledger.offer('p5', work(50), 'named', 'd6', 0), null);
    assert.equal(ledger.workMs, 200);
  });

  it('promises any picture where no other waits', () => {
    const { ledger } = open();
    assert.equal(ledger.offer('huge', work(9_000, { bytes: 2 * MAX_BYTES }), 'stranger', 'd1', 0), null);
    assert.equal(ledger.offer('small', work(1), 'named', 'd2', 0), 'time');
  });

  it('leaves room for devices of the config, and for substitutes', () => {
    const { ledger } = open();
    for (let number = 0; number < 12; number += 1) {
      assert.ok(!ledger.isFull);
      assert.equal(ledger.offer(`p${number}`, work(10), 'stranger', `d${number}`, 0), null);
    }
    assert.ok(ledger.isFull);
    assert.equal(ledger.offer('more', work(10), 'stranger', 'stranger', 0), 'time');
    assert.equal(ledger.offer('more', work(80), 'named', 'named', 0), null);
    assert.equal(ledger.offer('again', work(10), 'named', 'other', 0), 'time');
    assert.equal(ledger.offer('again', work(10), 'substitute', 'other', 0), null);
  });

  it('lets slow pictures take no room from quick ones, which go before them', () => {
    const { ledger } = open();
    const slow = (ms: number): PictureWork => work(ms, { slow: true });
    assert.equal(ledger.offer('wall', slow(110), 'named', 'd1', 0), null);
    assert.equal(ledger.offer('wall 2', slow(60), 'named', 'd2', 0), 'time', 'one worker draws them');
    assert.equal(ledger.offer('clock', work(210), 'named', 'd3', 0), null);
    assert.equal(ledger.offer('wall 3', slow(60), 'named', 'd1', 0), 'time', 'it would be behind the clock');
    ledger.noteDrawn('clock');
    assert.equal(ledger.offer('wall 3', slow(60), 'named', 'd1', 0), null, 'in the place of the first');
    assert.equal(ledger.workMs, 60);
  });

  it('lets a picture wait for others only if it will be drawn in twice the patience', () => {
    const { ledger } = open();
    assert.equal(ledger.offer('clock', work(10), 'named', 'd1', 0), null);
    assert.equal(ledger.offer('wall', work(391, { slow: true }), 'named', 'd2', 0), 'time');
    assert.equal(ledger.offer('wall', work(390, { slow: true }), 'named', 'd2', 0), null);
  });

  it('keeps within the memory for what is to be drawn', () => {
    const { ledger } = open();
    const large = work(1, { bytes: MAX_BYTES / 2 });
    assert.equal(ledger.offer('p1', large, 'named', 'd1', 0), null);
    assert.equal(ledger.offer('p2', large, 'named', 'd2', 0), null);
    assert.equal(ledger.offer('p3', large, 'named', 'd3', 0), 'memory');
    ledger.noteDrawn('p1');
    assert.equal(ledger.offer('p3', large, 'named', 'd3', 0), null);
  });

  it('expects a device to come for what it was told last only', () => {
    const { ledger, ended } = open();
    for (let number = 1; number <= 20; number += 1) {
      assert.equal(ledger.offer(`p${number}`, work(150), 'named', 'device', 0), null);
      assert.equal(ledger.workMs, 150);
    }
    assert.equal(ledger.offer('shared', work(50), 'named', 'device', 0), null);
    assert.equal(ended.length, 20);
    ended.length = 0;
    assert.equal(ledger.offer('shared', work(50), 'named', 'other', 0), null);
    assert.equal(ledger.offer('next', work(50), 'named', 'device', 0), null);
    assert.ok(ledger.has('shared'));
    assert.equal(ledger.offer('next', work(50), 'named', 'other', 0), null);
    assert.deepEqual(ended, ['shared']);
    assert.equal(ledger.workMs, 50);
    ledger.release('other');
    ledger.release('device');
    ledger.release('nobody');
    assert.deepEqual([ended, ledger.workMs], [['shared', 'next'], 0]);
  });

  it('ends with the fetch; where several devices were told, with the time', () => {
    const { ledger, ended } = open();
    ledger.offer('own', work(5), 'named', 'd1', 0);
    ledger.offer('shared', work(5), 'named', 'd2', 0);
    ledger.offer('shared', work(5), 'named', 'd3', 0);
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
    ledger.offer('wanted', work(150), 'named', 'd1', 0);
    ledger.offer('forgotten', work(50), 'named', 'd2', 1);
    const done = ledger.await('wanted');
    ledger.await('unknown')();
    ledger.expire(LIFETIME_MS - 1);
    assert.deepEqual(ended, []);
    assert.equal(ledger.offer('new', work(50), 'named', 'd3', LIFETIME_MS + 1), null, 'there is room again');
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
      const share = (['named', 'stranger', 'substitute'] as const)[pick(3)] ?? 'named';
      const moves = [
        () => ledger.offer(key, { ...estimate, bytes: pick(3_000) }, share, `d${pick(30)}`, nowMs),
        () => ledger.offer(key, { ...estimate, bytes: pick(3_000) }, share, null, nowMs),
        () => ledger.noteDrawn(key),
        () => ledger.noteFetched(key),
        () => ledger.learn(estimate),
        () => ledger.release(`d${pick(30)}`),
        () => waits.push(ledger.await(key)),
        () => waits.pop()?.(),
      ];
      moves[pick(moves.length)]?.();
      nowMs += pick(20);
      assert.ok(ledger.workMs >= 0 && ledger.bytes >= 0);
      assert.ok(ledger.size <= 60 && ledger.bytes <= MAX_BYTES * 1.2 + 3_000);
    }
    for (const done of waits) done();
    ledger.expire(nowMs + 2 * LIFETIME_MS);
    assert.deepEqual([ledger.size, ledger.workMs, ledger.bytes], [0, 0, 0]);
  });
});
