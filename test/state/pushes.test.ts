import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PUSHES } from '../../src/state/kinds.ts';
import { STATE_LIMITS } from '../../src/state/limits.ts';
import { enginesUnderTest } from '../support/state/engines.ts';
import { until } from '../support/waiting.ts';

const BYTES = Buffer.from([0, 255, 10, 13, 0]);

for (const { engine, fresh, pair } of enginesUnderTest()) {
  describe(`what is pushed in ${engine}`, () => {
    it('is the last push under a name, each of its own kind', async (t) => {
      const [one, two] = await pair(t);
      assert.equal(await one.pushedData.put('weather', { head: 'a', body: BYTES }, 60_000), true);
      assert.equal(
        await two.pushedData.put('weather', { head: '{"é":1}', body: Buffer.alloc(0) }, 60_000),
        true,
      );
      assert.deepEqual(await one.pushedData.get('weather'), { head: '{"é":1}', body: Buffer.alloc(0) });
      assert.equal(await one.pushedPictures.get('weather'), null);
      assert.deepEqual(await one.pushedPictures.heads(), new Map());
      await one.pushedPictures.put('weather', { head: 'p', body: BYTES }, 60_000);
      await one.pushedData.remove('weather');
      assert.equal(await two.pushedData.get('weather'), null);
      assert.deepEqual((await two.pushedPictures.get('weather'))?.body, BYTES);
    });

    it('is listed by name, until its time', async (t) => {
      let nowMs = Date.now();
      const { pushedData } = await fresh(t, { nowMs: () => nowMs });
      await pushedData.put('long', { head: 'l', body: BYTES }, 3_600_000);
      await pushedData.put('short', { head: 's', body: BYTES }, 300);
      nowMs += 300;
      await until(async () => (await pushedData.heads()).size === 1);
      assert.deepEqual(await pushedData.heads(), new Map([['long', 'l']]));
      assert.equal(await pushedData.get('short'), null);
    });

    it('has a limit of names, which those that are there may still use', async (t) => {
      const { pushedData } = await fresh(t);
      const { names } = PUSHES.pushedData;
      const push = { head: 'h', body: BYTES };
      for (let n = 0; n < names; n++) assert.equal(await pushedData.put(`n${n}`, push, 60_000), true);
      assert.equal(await pushedData.put('one more', push, 60_000), false);
      assert.equal(await pushedData.put('n0', { ...push, head: 'new' }, 60_000), true);
      await pushedData.remove('n1');
      assert.equal(await pushedData.put('one more', push, 60_000), true);
      assert.equal((await pushedData.heads()).size, names);
    });

    it('refuses names, heads and bodies that are too large', async (t) => {
      const { pushedPictures, pushedData } = await fresh(t);
      const refused = { name: 'StateError', kind: 'too_large' };
      const { bodyBytes } = PUSHES.pushedData;
      const head = 'x'.repeat(STATE_LIMITS.pushHeadBytes + 1);
      await assert.rejects(pushedPictures.put('n', { head, body: BYTES }, 1), refused);
      await assert.rejects(pushedData.put('x'.repeat(513), { head: '', body: BYTES }, 1), refused);
      await assert.rejects(pushedData.put('n', { head: '', body: Buffer.alloc(bodyBytes + 1) }, 1), refused);
      assert.deepEqual(await pushedData.heads(), new Map());
    });
  });
}
