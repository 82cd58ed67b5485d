/** A config in Redis of which something else has changed a part. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { opened } from '../../support/state/engines.ts';
import { type RedisServer, startRedis } from '../../support/state/redis-server.ts';

const NOW = Date.now();

/** What is done to the number of the last revision, to the history and to the texts. */
const DAMAGES = [
  ...[
    'DEL rev',
    'SET rev ""',
    ...['x', '1.5', 'inf', '-3', '0x2', '1', '7', '9'.repeat(20)].map((to) => `SET rev ${to}`),
  ],
  ...['DEL hist', 'LPOP hist', 'RPOP hist', 'RPUSH hist x', 'LSET hist 1 {', 'LSET hist 0 {}'],
  ...['DEL text', 'HDEL text 1', 'HDEL text 2', 'HSET text 1 x', 'HSET text 2 x'],
];

describe('a damaged config in Redis', () => {
  let server: RedisServer;
  before(async () => {
    server = await startRedis();
  });
  after(() => server.kill());

  it('is mended from what is there, whichever of its keys are lost or changed', async (t) => {
    // Each alone, and with each other one: two servers that read differently what is left would refuse all changes.
    const cases = DAMAGES.flatMap((one, at) => [
      [one],
      ...DAMAGES.slice(at + 1).map((other) => [one, other]),
    ]);
    const state = await opened(t, `${server.url}?prefix=cfg:`, { commandMs: 20_000 });
    for (const commands of cases) {
      const told = commands.join('; ');
      await server.command('DEL cfg:cfg:rev cfg:cfg:hist cfg:cfg:text');
      for (const [index, text] of ['a: 1', 'a: 2'].entries()) {
        assert.equal((await state.config.save(index, { text, savedMs: NOW, note: '' })).won, true, told);
      }
      for (const command of commands) await server.command(command.replace(' ', ' cfg:cfg:'));
      const current = await state.config.current();
      assert.ok([undefined, 'a: 1', 'a: 2'].includes(current?.text), told);
      if (!/hist|DEL text|text 1.*text 2/.test(told)) assert.notEqual(current, null, told);
      const change = { text: 'a: 3', savedMs: NOW, note: '' };
      const saved = await state.config.save(current?.revision ?? 0, change);
      assert.equal(saved.won, true, told);
      assert.deepEqual(
        await state.config.save(current?.revision ?? 0, change),
        { won: false, revision: saved.revision },
        told,
      );
      const after = await state.config.current();
      assert.deepEqual([after?.revision, after?.text], [saved.revision, 'a: 3'], told);
    }
  });
});
