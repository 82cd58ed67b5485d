import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BLOBS, JOURNALS } from '../../src/state/kinds.ts';
import { STATE_LIMITS } from '../../src/state/limits.ts';
import { AUDIT_ID } from '../../src/state/state.ts';
import { enginesUnderTest } from '../support/state/engines.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:00:00:01';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

for (const { engine, followsClock, fresh, pair } of enginesUnderTest()) {
  describe(`what expires in ${engine}`, () => {
    it('is remembered once among fifty, until its time', async (t) => {
      let nowMs = Date.now();
      const [one, two] = await pair(t, { nowMs: () => nowMs });
      const firsts = await Promise.all(
        Array.from({ length: 50 }, (_, caller) => (caller % 2 ? one : two).rememberOnce('key', 400)),
      );
      assert.equal(firsts.filter(Boolean).length, 1);
      assert.equal(await two.rememberOnce('other', 400), true);
      nowMs += 399;
      if (followsClock) assert.equal(await two.rememberOnce('key', 400), false);
      nowMs += 1;
      assert.equal(await until(() => two.rememberOnce('key', 400)), true);
    });

    it('holds contents and pictures by their hashes, each of its own kind', async (t) => {
      const [one, two] = await pair(t);
      const bytes = Buffer.from([0, 255, 10, 13, 0]);
      assert.equal(await one.contents.put('hash', bytes), true);
      assert.equal(await two.contents.put('hash', bytes), false);
      assert.deepEqual(await two.contents.get('hash'), bytes);
      assert.equal(await two.pictures.get('hash'), null);
      assert.equal(await two.pictures.put('hash', Buffer.alloc(0)), true);
      assert.deepEqual(await one.pictures.get('hash'), Buffer.alloc(0));
    });

    it('refuses keys and blobs that are too large', async (t) => {
      const { contents, answers, rememberOnce } = await fresh(t);
      const refused = { name: 'StateError', kind: 'too_large' };
      await assert.rejects(contents.put('hash', Buffer.alloc(STATE_LIMITS.blobBytes + 1)), refused);
      await assert.rejects(answers.put('x'.repeat(513), Buffer.alloc(1), 1), refused);
      await assert.rejects(rememberOnce('', 1), refused);
    });

    it('holds answers in the place of those before, until their time', async (t) => {
      let nowMs = Date.now();
      const { answers } = await fresh(t, { nowMs: () => nowMs });
      await answers.put('digest', Buffer.from('one'), 60_000);
      await answers.put('digest', Buffer.from('two'), 300);
      assert.equal(String(await answers.get('digest')), 'two');
      nowMs += 300;
      await until(async () => (await answers.get('digest')) === null);
      assert.equal(await answers.get('digest'), null);
    });

    it('lets one flight for an answer fly at a time', async (t) => {
      const [one, two] = await pair(t);
      const flights = await Promise.all(
        Array.from({ length: 20 }, (_, caller) => (caller % 2 ? one : two).answers.takeFlight('digest')),
      );
      const [token = '', ...others] = flights.filter((flight) => flight !== null);
      assert.deepEqual(others, []);
      await two.answers.landFlight('digest', 'of somebody else');
      assert.equal(await two.answers.takeFlight('digest'), null);
      await two.answers.landFlight('digest', token);
      assert.notEqual(await two.answers.takeFlight('digest'), null);
    });

    it('keeps the last lines of a journal, by number, size and age', async (t) => {
      const { logs, events } = await fresh(t);
      const nowMs = Date.now();
      await logs.append(MAC, ['old'], nowMs - 31 * DAY_MS);
      await logs.append(MAC, ['a\nb', '\0', '😀'], nowMs - DAY_MS);
      await logs.append(MAC, [], nowMs);
      assert.deepEqual(await logs.list(MAC, nowMs), [
        { atMs: nowMs - DAY_MS, text: 'a\nb' },
        { atMs: nowMs - DAY_MS, text: '\0' },
        { atMs: nowMs - DAY_MS, text: '😀' },
      ]);
      assert.deepEqual(await events.list(MAC, nowMs), []);
      for (let first = 0; first < 300; first += 60) {
        const texts = Array.from({ length: 60 }, (_, index) => `event ${first + index}`);
        await events.append(MAC, texts, nowMs);
      }
      const kept = await events.list(MAC, nowMs);
      assert.equal(kept.length, JOURNALS.events.lines);
      assert.deepEqual([kept[0]?.text, kept.at(-1)?.text], ['event 100', 'event 299']);
      const long = 'x'.repeat(JOURNALS.events.lineBytes);
      for (let line = 0; line < 6; line++) await logs.append(MAC, [long], nowMs);
      assert.equal((await logs.list(MAC, nowMs)).length, 3);
      await assert.rejects(logs.append(MAC, [`${long}x`], nowMs), { kind: 'too_large' });
    });

    it('keeps the audit trail of all servers in one journal, of a size of its own', async (t) => {
      const [one, two] = await pair(t);
      const nowMs = Date.now();
      const { lines, lineBytes, ms } = JOURNALS.audit;
      await one.audit.append(AUDIT_ID, ['old'], nowMs - ms - 1);
      await one.audit.append(AUDIT_ID, ['first'], nowMs - ms + 60_000);
      await two.audit.append(AUDIT_ID, ['second', 'third'], nowMs);
      const texts = async (): Promise<readonly string[]> =>
        (await one.audit.list(AUDIT_ID, nowMs)).map(({ text }) => text);
      assert.deepEqual(await texts(), ['first', 'second', 'third']);
      assert.deepEqual(await one.events.list(AUDIT_ID, nowMs), []);
      for (let first = 0; first < lines; first += 100) {
        const some = Array.from({ length: 100 }, (_, index) => `entry ${first + index}`);
        await (first % 200 ? one : two).audit.append(AUDIT_ID, some, nowMs);
      }
      assert.deepEqual([(await texts()).length, (await texts())[0]], [lines, 'entry 0']);
      await assert.rejects(one.audit.append(AUDIT_ID, ['x'.repeat(lineBytes + 1)], nowMs), {
        kind: 'too_large',
      });
    });

    it('keeps more lines of a trail than of a log, in less room', async (t) => {
      const { trail } = await fresh(t);
      const nowMs = Date.now();
      await trail.append(MAC, ['old'], nowMs - 8 * DAY_MS);
      for (let first = 0; first < 420; first += 60) {
        const texts = Array.from({ length: 60 }, (_, index) => `step ${first + index}`);
        await trail.append(MAC, texts, nowMs);
      }
      const kept = await trail.list(MAC, nowMs);
      assert.equal(kept.length, JOURNALS.trail.lines);
      assert.deepEqual([kept[0]?.text, kept.at(-1)?.text], ['step 20', 'step 419']);
      for (let line = 0; line < 10; line++) await trail.append(MAC, ['x'.repeat(8_000)], nowMs);
      assert.equal((await trail.list(MAC, nowMs)).length, 4);
    });

    it('keeps one point an hour, for a year', async (t) => {
      const { history } = await fresh(t);
      const nowMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 1_234;
      const point = (value: number): Buffer => Buffer.alloc(STATE_LIMITS.historyPointBytes, value);
      for (const [agoMs, value] of [
        [40 * DAY_MS, 1],
        [2 * HOUR_MS, 2],
        [HOUR_MS, 3],
        [HOUR_MS - 1_000, 4],
        [0, 5],
      ] as const) {
        await history.put(MAC, nowMs - agoMs, point(value));
      }
      const values = async (fromMs: number): Promise<readonly number[]> =>
        (await history.list(MAC, fromMs, nowMs)).map((one) => one.point[0] ?? 0);
      assert.deepEqual(await values(0), [1, 2, 4, 5]);
      assert.deepEqual(await values(nowMs - HOUR_MS), [4, 5]);
      const [last] = await history.list(MAC, nowMs, nowMs);
      assert.deepEqual(last, { hourMs: nowMs - 1_234, point: point(5) });
      await assert.rejects(history.put(MAC, nowMs, Buffer.alloc(3)), { kind: 'too_large' });
    });
  });

  if (followsClock) {
    describe(`time in ${engine}`, () => {
      it('ends contents, pictures and flights, and begins anew with each put', async (t) => {
        let nowMs = 1_000_000;
        const { contents, pictures, answers } = await fresh(t, { nowMs: () => nowMs });
        const bytes = Buffer.from('x');
        await contents.put('hash', bytes);
        await pictures.put('hash', bytes);
        await answers.takeFlight('hash');
        nowMs += STATE_LIMITS.flightMs;
        assert.notEqual(await answers.takeFlight('hash'), null);
        nowMs += BLOBS.pictures.ms;
        assert.equal(await pictures.get('hash'), null);
        assert.equal(await contents.put('hash', bytes), false);
        nowMs += BLOBS.contents.ms - 1;
        assert.deepEqual(await contents.get('hash'), bytes);
        nowMs += 1;
        assert.equal(await contents.get('hash'), null);
        assert.equal(await contents.put('hash', bytes), true);
      });
    });
  }
}
