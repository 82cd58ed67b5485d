import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type UpstreamAnswer, upstreamAnswer } from '../../../src/bench/server/upstream-answers.ts';

const PHOTO = new Uint8Array([1, 2, 3]);

function answerOf(path: string): UpstreamAnswer {
  return upstreamAnswer(new URL(path, 'http://upstream'), PHOTO) ?? assert.fail(path);
}

const PATHS = ['departures', 'prices', 'notices', 'bookings', 'tasks', 'energy', 'forecast', 'agenda'];

describe('an answer of the upstream', () => {
  it('depends on the address alone', () => {
    for (const path of PATHS) {
      const [one, again, other] = ['?a=1', '?a=1', '?a=2'].map((query) => answerOf(`/${path}${query}`));
      assert.deepEqual(one, again);
      assert.notDeepEqual(one, other, path);
    }
    assert.deepEqual(answerOf('/photo.jpg').body, PHOTO);
  });

  it('takes as long as such servers do; the agenda is slow', () => {
    for (const path of PATHS) {
      const delays = Array.from({ length: 200 }, (_, n) => answerOf(`/${path}?n=${n}`).delayMs);
      const [least, most] = [Math.min(...delays), Math.max(...delays)];
      if (path === 'agenda') assert.ok(least >= 300 && least < 400 && most > 1_400 && most <= 1_500);
      else assert.ok(least >= 20 && most <= 250, `${path}: ${least} to ${most}`);
    }
  });

  it('is nothing for other paths', () => {
    for (const path of ['/', '/constructor', '/__proto__', '/departures/x', '/../etc/passwd']) {
      assert.equal(upstreamAnswer(new URL(path, 'http://upstream'), PHOTO), null);
    }
  });
});
