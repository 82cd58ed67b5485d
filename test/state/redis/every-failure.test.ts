/** Each command of Redis gets a wrong answer once, of each kind: no promise is left without a handler, and all goes on. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { newRecord } from '../../../src/fleet/register/device-record.ts';
import { isIdentity } from '../../../src/fleet/register/device-texts.ts';
import { Presence } from '../../../src/fleet/register/presence.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { openState } from '../../../src/state/open-state.ts';
import type { State } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import {
  type FaultyRedis,
  faultyRedis,
  WRONG_ANSWERS,
  type WrongAnswer,
} from '../../support/state/faulty-redis.ts';
import { DIGEST, ID, serverOn } from '../../support/state/keeper-servers.ts';
import { startRedis } from '../../support/state/redis-server.ts';
import { until } from '../../support/waiting.ts';

const NOW = Date.now();
const SOUND = JSON.stringify({ tokenDigests: [DIGEST], registrationCode: 'ABCDEFGHJKMNPQR' });

/** All that a server does by itself, and for calls. What is not done says so by an error of the store. */
async function useAll(t: TestContext, state: State, proxy: FaultyRedis): Promise<void> {
  const { keeper, registry } = serverOn(t, state);
  const presence = new Presence({
    ...{ state, log: createLogger('silent') },
    facts: () => ({ version: '1', startedMs: NOW, config: 'c', repos: {}, secret: null }),
    onForgotten: () => void keeper.load(),
  });
  await keeper.load();
  const record = Object.assign(newRecord(ID, NOW), { apiKey: 'key', tokenDigests: [DIGEST] });
  registry.touch(record);
  await keeper.keep(record);
  keeper.note(record);
  await keeper.refresh(ID);
  await keeper.isFirst(`call ${Math.random()}`);
  await presence.look();
  await refused(() => state.config.save(0, { text: 'a: 1', savedMs: NOW, note: '' }));
  await refused(() => state.config.current());
  await refused(() => state.config.history());
  await refused(() => state.logs.append(ID, ['{}'], NOW));
  await refused(() => state.logs.list(ID, NOW));
  await refused(() => state.history.list(ID, NOW - 1, NOW));
  await refused(() => state.pushedData.heads());
  await refused(() => state.alerts.all());
  await refused(() => state.leases.take('job', 'me', 1_000));
  await refused(() => state.notices.publish('device', ID));
  // All are told that they have missed something, and load anew.
  proxy.cut();
  await keeper.load();
  await keeper.forget(ID);
  await presence.stop();
}

async function refused(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) =>
    assert.ok(error instanceof StateError, String((error as Error).stack)),
  );
}

describe('a wrong answer of Redis', () => {
  for (const answer of Object.keys(WRONG_ANSWERS) as WrongAnswer[]) {
    it(`(${answer}) to any one command ends nothing, and what follows is done`, async (t) => {
      const redis = await startRedis();
      t.after(() => redis.kill());
      const stray: unknown[] = [];
      const note = (error: unknown): void => void stray.push(error);
      process.on('unhandledRejection', note);
      t.after(() => process.off('unhandledRejection', note));
      const proxy = await faultyRedis(t, redis.port);
      let last = 1;
      for (let number = 1; number <= last; number++) {
        await redis.command('FLUSHALL');
        const begun = proxy.count();
        proxy.spoil(begun + number, answer);
        const url = `redis://127.0.0.1:${proxy.port}`;
        const opened = await openState(url, { commandMs: 5_000, isIdentity });
        // Some answers to the first commands mean a server that can never be used.
        if (!opened.ok) continue;
        const state = opened.value;
        await until(() => state.health.isUp);
        await useAll(t, state, proxy);
        // The connection may just be made anew.
        let tries = 0;
        const claim = () =>
          state.devices.claim(`after ${number} ${tries++}`, SOUND, [], NOW).catch(() => null);
        await until(async () => (await claim())?.won === true, `a device is claimed after command ${number}`);
        await state.close();
        if (number === 1 || proxy.count() - begun > last) last = Math.min(proxy.count() - begun, 90);
        assert.deepEqual(stray, [], `command ${number}`);
      }
      assert.ok(last > 30);
      t.diagnostic(`${last} commands`);
    });
  }
});
