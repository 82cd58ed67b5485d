import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STATE_LIMITS } from '../../src/state/limits.ts';
import type { Lease, State, StateNotice } from '../../src/state/state.ts';
import { enginesUnderTest } from '../support/state/engines.ts';
import { until } from '../support/waiting.ts';

const LONG_MS = 60_000;

/** Save the next revision, however often another one was first. */
async function saveNext({ config }: State, text: (before: string) => string): Promise<void> {
  for (;;) {
    const before = await config.current();
    const change = { text: text(before?.text ?? ''), savedMs: 1, note: 'next' };
    if ((await config.save(before?.revision ?? 0, change)).won) return;
  }
}

for (const { engine, followsClock, fresh, pair } of enginesUnderTest()) {
  describe(`the config in ${engine}`, () => {
    it('loses no write of three writers', async (t) => {
      const [one, two] = await pair(t);
      assert.deepEqual([await one.config.current(), await one.config.revision()], [null, 0]);
      const writeAll = async (state: State, name: string): Promise<void> => {
        for (let line = 0; line < 10; line++) {
          await saveNext(state, (before) => `${before}${name}${line}\n`);
        }
      };
      await Promise.all([writeAll(one, 'a'), writeAll(two, 'b'), writeAll(one, 'c')]);
      const current = await two.config.current();
      const lines = current?.text.split('\n').slice(0, -1) ?? [];
      assert.deepEqual([current?.revision, await one.config.revision()], [30, 30]);
      assert.equal(new Set(lines).size, 30);
      for (const name of ['a', 'b', 'c']) {
        const own = lines.filter((line) => line.startsWith(name));
        assert.deepEqual(
          own,
          Array.from({ length: 10 }, (_, line) => `${name}${line}`),
        );
      }
    });

    it('keeps the last revisions with time and note', async (t) => {
      const { config } = await fresh(t);
      for (let revision = 0; revision < STATE_LIMITS.configRevisions + 3; revision++) {
        const saved = await config.save(revision, {
          text: `text ${revision + 1}`,
          savedMs: revision,
          note: '😀\n',
        });
        assert.deepEqual(saved, { won: true, revision: revision + 1 });
      }
      const history = await config.history();
      assert.equal(history.length, STATE_LIMITS.configRevisions);
      assert.deepEqual(history[0], { revision: 4, savedMs: 3, note: '😀\n' });
      assert.equal(await config.text(3), null);
      assert.equal(await config.text(4), 'text 4');
      assert.equal(await config.text(53), 'text 53');
      assert.deepEqual(await config.save(7, { text: '', savedMs: 1, note: '' }), {
        won: false,
        revision: 53,
      });
    });

    it('may be as large as a config may be, and no larger', async (t) => {
      const { config } = await fresh(t);
      const text = 'ß'.repeat(STATE_LIMITS.configBytes / 2);
      assert.equal((await config.save(0, { text, savedMs: 1, note: '' })).won, true);
      assert.equal((await config.current())?.text === text, true);
      await assert.rejects(config.save(1, { text: `${text}x`, savedMs: 1, note: '' }), { kind: 'too_large' });
    });
  });

  describe(`what servers share in ${engine}`, () => {
    it('is done by one holder of a lease at a time, each with a higher fence', async (t) => {
      const [one, two] = await pair(t);
      const leases = await Promise.all(
        Array.from({ length: 20 }, (_, caller) =>
          (caller % 2 ? one : two).leases.take('prune', 'me', LONG_MS),
        ),
      );
      const [first, ...others] = leases.filter((lease): lease is Lease => lease !== null);
      assert.ok(first !== undefined);
      assert.deepEqual(others, []);
      assert.equal(await two.leases.holder('prune'), 'me');
      assert.equal(await two.leases.renew(first, LONG_MS), true);
      await two.leases.release(first);
      assert.equal(await one.leases.holder('prune'), null);
      assert.equal(await one.leases.renew(first, LONG_MS), false);
      const second = await two.leases.take('prune', 'you', LONG_MS);
      assert.ok(second !== null && second.fence > first.fence);
      await one.leases.release(first);
      assert.equal(await one.leases.holder('prune'), 'you');
      assert.notEqual(await one.leases.take('repos', 'me', LONG_MS), null);
    });

    it('passes on when a lease is over, and nothing can be written with it any more', async (t) => {
      let nowMs = Date.now();
      const { leases, ...state } = await fresh(t, { nowMs: () => nowMs });
      const first = await leases.take('repos', 'me', 200);
      assert.ok(first !== null);
      for (const kind of ['repos', 'alerts'] as const)
        assert.equal(await state[kind].put('handle', `${kind} of the first`, first.fence), true);
      nowMs += 200;
      const second = await until(() => leases.take('repos', 'you', LONG_MS));
      assert.equal(await leases.renew(first, LONG_MS), false);
      for (const kind of ['repos', 'alerts'] as const) {
        const records = state[kind];
        assert.equal(await records.get('handle'), `${kind} of the first`);
        assert.equal(await records.put('handle', 'of the second', second.fence), true);
        assert.equal(await records.put('handle', 'late', first.fence), false);
        assert.equal(await records.get('handle'), 'of the second');
        assert.deepEqual(await records.all(), new Map([['handle', 'of the second']]));
        await records.forget('handle');
        assert.equal(await records.get('handle'), null);
        const large = 'x'.repeat(STATE_LIMITS.recordBytes + 1);
        await assert.rejects(records.put('handle', large, second.fence), { kind: 'too_large' });
      }
    });

    it('knows the servers that live', async (t) => {
      let nowMs = Date.now();
      const [one, two] = await pair(t, { nowMs: () => nowMs });
      await one.servers.announce('one', 'runs', 300);
      await two.servers.announce('two', 'runs', LONG_MS);
      await two.servers.announce('two', 'runs on', LONG_MS);
      // Another connection to a folder may read what was there a moment before.
      await until(async () => (await one.servers.all()).get('two') === 'runs on');
      nowMs += 300;
      await until(async () => !(await one.servers.all()).has('one'));
      assert.deepEqual(await two.servers.all(), new Map([['two', 'runs on']]));
      await two.servers.withdraw('two');
      await until(async () => (await one.servers.all()).size === 0);
    });

    it('is signed with one secret, whoever comes first', async (t) => {
      const [one, two] = await pair(t);
      assert.equal(await one.urlSecret.get(), null);
      const settled = await Promise.all([
        one.urlSecret.settle('a'),
        two.urlSecret.settle('b'),
        one.urlSecret.settle('c'),
      ]);
      assert.equal(new Set(settled).size, 1);
      assert.equal(await two.urlSecret.get(), settled[0]);
    });

    it('tells what has changed to all that listen', async (t) => {
      const [one, two] = await pair(t);
      const heard: StateNotice[] = [];
      const end = two.notices.subscribe((notice) => heard.push(notice));
      // Notices of a folder stay within the connection that they were given to.
      const teller = followsClock ? two : one;
      await teller.notices.publish('config', '7');
      await teller.notices.publish('repo', 'garden');
      await until(() => heard.length === 2);
      end();
      await teller.notices.publish('device', 'x');
      assert.deepEqual(heard, [
        { topic: 'config', text: '7' },
        { topic: 'repo', text: 'garden' },
      ]);
      assert.equal(one.health.isUp, true);
      assert.equal(one.health.problem, null);
    });
  });
}
