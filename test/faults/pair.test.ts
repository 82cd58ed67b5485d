import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { macOf } from '../support/device/mac.ts';
import { newKey, signTime } from '../support/device/signed-calls.ts';
import { failOver, openReplicated } from '../support/faults/failover.ts';
import {
  loseServer,
  openPair,
  type Pair,
  registerAtOnce,
  replaceServers,
  STORE_FAULTS,
  suffer,
} from '../support/faults/pair.ts';
import { openScene, openStage, type Scene } from '../support/faults/scene.ts';
import { startRedis } from '../support/state/redis-server.ts';

async function open(t: TestContext, seed: number): Promise<{ readonly pair: Pair; readonly scene: Scene }> {
  const scene = await openScene(t, seed);
  const pair = await openPair(t, scene);
  await registerAtOnce(pair, scene, 30);
  return { pair, scene };
}

describe('two servers on one Redis', () => {
  it('give each device one key, serve those that are known, and forget nothing, whatever happens to Redis', async (t) => {
    const { pair, scene } = await open(t, 2);
    await registerAtOnce(pair, scene, 70);
    for (const fault of STORE_FAULTS) await suffer(pair, scene, fault, fault.isAway ? 1_000 : 300);
    t.diagnostic(scene.tally.lines().join('\n'));
    assert.deepEqual(scene.tally.violations, []);
  });

  it('serve on when one of them is killed, and while they are replaced', async (t) => {
    const { pair, scene } = await open(t, 3);
    await loseServer(pair, scene);
    await replaceServers(pair, scene);
    t.diagnostic(scene.tally.lines().join('\n'));
    assert.deepEqual(scene.tally.violations, []);
  });

  it('follow Sentinel from a Redis that dies to its replica', async (t) => {
    const scene = await openScene(t, 4);
    const replicated = await openReplicated(t, scene);
    await registerAtOnce(replicated, scene, 30);
    await failOver(replicated, scene);
    t.diagnostic(scene.tally.lines().join('\n'));
    assert.deepEqual(scene.tally.violations, []);
  });

  it('accept a signed call once, on whichever of them it arrives first', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const config = 'default_screen: plain\nauth_mode: ed25519\n';
    const stage = openStage(t);
    const servers = [
      await stage.server({ STORE_URL: redis.url }, config),
      await stage.server({ STORE_URL: redis.url }, config),
    ];
    const key = newKey();
    for (let call = 0; call < 20; call++) {
      const headers = { ID: macOf('02', 1), Model: 'og', ...signTime(key, Date.now() + call) };
      const answers = await Promise.all(
        [...servers, ...servers].map(({ url }) => fetch(`${url}/api/display`, { headers })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      assert.deepEqual(statuses, [200, 401, 401, 401]);
    }
  });
});
