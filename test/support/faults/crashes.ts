/** Scenario: one server with its state in a folder is killed under load, again and again. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { openState } from '../../../src/state/open-state.ts';
import { randomNumbers } from '../random.ts';
import { until } from '../waiting.ts';
import { crash, type Scene } from './scene.ts';

/** How many devices call at the same time. */
const LANES = 4;

/** @param untilMs begin no kill after that. @returns how often it was killed; each key that was given works at the end */
export async function crashAgainAndAgain(
  scene: Scene,
  kills: number,
  seed: number,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { fleet, tally } = scene;
  const folder = path.join(scene.folder(), 'state');
  const env = { STORE_URL: `file:${folder}` };
  const random = randomNumbers(seed);
  let server = await scene.server(env);
  let kill = 0;
  for (; kill < kills && performance.now() < untilMs; kill++) {
    fleet.urls = [server.url];
    fleet.start(LANES);
    const enough = tally.calls + 10 + random(60);
    await until(() => tally.calls >= enough, 'devices have called');
    // In the middle of setups and displays that wait for their answers.
    await crash(server);
    const begin = performance.now();
    await fleet.rest();
    await checkStore(folder, fleet.panels.filter(({ key }) => key !== null).length);
    server = await scene.server(env);
    fleet.urls = [server.url];
    await fleet.checkKeys();
    tally.noteFault('server killed', performance.now() - begin);
  }
  return kill;
}

/** The store can be read, and has at least the devices that were told a key. */
async function checkStore(folder: string, devices: number): Promise<void> {
  const state = await openState(`file:${folder}`);
  assert.ok(state.ok, state.ok ? '' : state.error);
  try {
    let read = 0;
    for await (const batch of state.value.devices.all()) read += batch.length;
    assert.equal(read, await state.value.devices.count());
    assert.ok(read >= devices, `${read} devices are kept of ${devices} that have a key`);
  } finally {
    await state.value.close();
  }
}
