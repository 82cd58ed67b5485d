import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { macOf } from '../support/device/mac.ts';
import { newKey, signTime } from '../support/device/signed-calls.ts';
import { failOver, openReplicated } from '../support/faults/failover.ts';
import {
  loseServer,
  openPair,
  registerAtOnce,
  replaceServers,
  STORE_FAULTS,
  suffer,
} from '../support/faults/pair.ts';
import { type Reference, startReference } from '../support/faults/reference.ts';
import { openScene } from '../support/faults/scene.ts';
import { Tally } from '../support/faults/tally.ts';
import { rounds } from '../support/rounds.ts';
import { hangUp } from '../support/server/reloads.ts';
import type { ServerProcess } from '../support/server/server-process.ts';

/** Signed calls, for which servers that run are told of another config: it costs less than to start others. */
async function signFor(servers: readonly ServerProcess[]): Promise<void> {
  for (const server of servers) {
    const file = path.join(path.dirname(server.screensDir), 'config.yaml');
    writeFileSync(file, 'default_screen: plain\nauth_mode: ed25519\n');
    assert.deepEqual((await hangUp(server)).refused, []);
  }
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
}

describe('two servers on one Redis', () => {
  let reference: Reference;
  before(async () => {
    reference = await startReference();
  });
  after(() => reference.stop());

  it('give each device one key, serve those that are known, and forget nothing, whatever happens to Redis and to one of them', async (t) => {
    const scene = await openScene(t, 2, new Tally(), reference);
    const pair = await openPair(t, scene);
    await registerAtOnce(pair, scene, rounds(100));
    for (const fault of STORE_FAULTS) await suffer(pair, scene, fault, fault.isAway ? 1_000 : 300);
    await loseServer(pair, scene);
    // In a usual run the one that was not killed: each of the first two has ended then, in another way.
    await replaceServers(pair, scene, rounds(2));
    t.diagnostic(scene.tally.lines().join('\n'));
    assert.deepEqual(scene.tally.violations, []);
  });

  it('follow Sentinel from a Redis that dies to its replica', async (t) => {
    const scene = await openScene(t, 4, new Tally(), reference);
    const replicated = await openReplicated(t, scene);
    await registerAtOnce(replicated, scene, 30);
    await failOver(replicated, scene);
    t.diagnostic(scene.tally.lines().join('\n'));
    assert.deepEqual(scene.tally.violations, []);
    await t.test('and accept a signed call once, on whichever of them it arrives first', () =>
      signFor(replicated.servers),
    );
  });
});
