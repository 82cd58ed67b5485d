import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerCache, type KeptAnswer } from '../../../src/screens/fetch/answer-cache.ts';

const ANSWER = {
  ok: true,
  status: 200,
  headers: {},
  body: Buffer.from('text'),
  fromCache: false,
  finalUrl: 'http://x/',
} as const;

/** A cache with one answer that arrived some seconds ago, and how often it was to be made anew. */
function kept(seconds: number, tookMs: number) {
  const cache = new AnswerCache(10_000);
  const renewed = { count: 0 };
  const begin = (): void => {
    renewed.count += 1;
  };
  const stored = { answer: ANSWER, atMs: Date.now() - seconds * 1000, tookMs };
  const answer = cache.keep('key', stored, { bytes: 10, begin }) as KeptAnswer;
  return { cache, renewed, answer };
}

describe('an answer in the cache', () => {
  it('has the age that it had elsewhere', () => {
    const { cache, answer } = kept(40, 1);
    assert.equal(cache.find('key', 30), null);
    assert.equal(cache.find('key', 60), answer);
    assert.deepEqual(
      [cache.isCurrent(answer.cacheEntry, 30), cache.isCurrent(answer.cacheEntry, 60)],
      [false, true],
    );
  });

  it('is new when the clock of the other server goes ahead', () => {
    assert.ok(kept(-30, 1).cache.find('key', 1));
  });

  it('is made anew once in the second half of its time, also if only its entry is looked at', () => {
    const slow = kept(40, 1e15);
    assert.ok(slow.cache.isCurrent(slow.answer.cacheEntry, 60));
    assert.ok(slow.cache.find('key', 60));
    assert.equal(slow.renewed.count, 1);
  });

  it('is not made anew before, nor when it came quickly and has much time left', () => {
    for (const { cache, renewed } of [kept(20, 1e15), kept(40, 0)]) {
      assert.ok(cache.find('key', 60));
      assert.equal(renewed.count, 0);
    }
  });

  it('is pushed out by those of strangers only where strangers alone have used it', () => {
    const cache = new AnswerCache(20_000);
    const stored = { answer: { ...ANSWER, body: Buffer.alloc(1_000) }, atMs: Date.now(), tookMs: 1 };
    for (const [key, party] of [
      ['of an entry', 'entry'],
      ['of a stranger', 'stranger'],
      ['of both', 'stranger'],
    ] as const)
      cache.keep(key, stored, null, party);
    const both = cache.find('of both', 60, 'entry');
    for (let n = 0; n < 100; n++) cache.keep(`flood ${n}`, stored, null, 'stranger');
    assert.ok(cache.find('of an entry', 60, 'entry'));
    assert.equal(cache.find('of a stranger', 60), null);
    assert.equal(cache.find('of both', 60), both);
    assert.ok(both !== null && cache.isCurrent(both.cacheEntry, 60));
    assert.ok(cache.bytes < 9_500, `${cache.bytes} bytes: three tenths for strangers, and two answers`);
  });

  it('stays that of an entry when it is renewed for a stranger, and has no number any more when it is replaced', () => {
    const cache = new AnswerCache(20_000);
    const stored = { answer: ANSWER, atMs: Date.now(), tookMs: 1 };
    const first = cache.keep('key', stored, null, 'entry');
    const second = cache.keep('key', stored, null, 'stranger');
    assert.ok(first !== null && second !== null);
    assert.deepEqual(
      [first, second].map(({ cacheEntry }) => cache.isCurrent(cacheEntry, 60)),
      [false, true],
    );
    for (let n = 0; n < 100; n++) cache.keep(`flood ${n}`, stored, null, 'stranger');
    assert.equal(cache.find('key', 60), second);
  });

  it('is not kept where it is larger than the cache', () => {
    const cache = new AnswerCache(600);
    const large = { ...ANSWER, body: Buffer.alloc(100) };
    assert.equal(cache.keep('key', { answer: large, atMs: Date.now(), tookMs: 1 }, null), null);
    assert.deepEqual([cache.size, cache.bytes, cache.timeOf('key')], [0, 0, null]);
  });
});
