import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { emptyRecord } from '../../../src/fleet/register/device-record.ts';
import { identityText } from '../../../src/fleet/register/device-texts.ts';
import { Pruning } from '../../../src/fleet/register/pruning.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { openState } from '../../../src/state/open-state.ts';
import type { State, StateNotice } from '../../../src/state/state.ts';
import { logInto } from '../../support/server/log-lines.ts';
import { snapshot } from '../calls/gate.ts';

const NOW = 1_771_674_964_000;
const DAY_MS = 24 * 3_600_000;
const CODE = 'ABCDEFGHJKMNPQR';
const CONFIG = snapshot(`devices: { "AA:BB:CC:DD:EE:01": { screen: plain }, ${CODE}: { screen: plain } }\n`);

const idOf = (number: number): DeviceId => parseDeviceId(`AA:BB:CC:DD:EE:0${number}`) as DeviceId;

async function open(t: TestContext): Promise<State> {
  const opened = await openState('');
  assert.ok(opened.ok);
  t.after(() => opened.value.close());
  const { devices } = opened.value;
  for (const [number, days, code] of [
    [1, 90, null],
    [2, 90, CODE],
    [3, 31, null],
    [4, 29, null],
  ] as const) {
    const record = { ...emptyRecord(idOf(number), 'f00', NOW), registrationCode: code };
    const codes = code === null ? [] : [code];
    await devices.claim(record.id, identityText(record), codes, NOW - days * DAY_MS);
  }
  return opened.value;
}

function pruningOn(state: State): Pruning {
  const log = createLogger('info', logInto([]));
  return new Pruning({ state, log, holder: 'a', config: () => CONFIG });
}

async function ids(state: State): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const batch of state.devices.all()) found.push(...batch.map(({ id }) => id));
  return found.toSorted();
}

it('forgets devices without an entry, by address or by code, that were silent for a month, and tells all servers', async (t) => {
  const state = await open(t);
  const told: StateNotice[] = [];
  t.after(state.notices.subscribe((notice) => told.push(notice)));
  const pruning = pruningOn(state);
  await pruning.prune(NOW);
  assert.equal((await ids(state)).length, 4, 'nothing goes at the first look: the config may have a mistake');
  await pruning.prune(NOW + DAY_MS - 1);
  assert.equal((await ids(state)).length, 4);
  await pruning.prune(NOW + DAY_MS);
  assert.deepEqual(await ids(state), [idOf(1), idOf(2), idOf(4)]);
  assert.deepEqual(told, [{ topic: 'device', text: idOf(3) }]);
});

it('leaves it to the server that is at it', async (t) => {
  const state = await open(t);
  const lease = await state.leases.take('prune', 'another', 60_000);
  assert.ok(lease !== null);
  const pruning = pruningOn(state);
  const twice = async (): Promise<void> => {
    await pruning.prune(NOW);
    await pruning.prune(NOW + DAY_MS);
  };
  await twice();
  assert.equal((await ids(state)).length, 4);
  await state.leases.release(lease);
  await twice();
  assert.equal((await ids(state)).length, 3);
});

it('forgets nothing for a mistake in the config that is mended within a day', async (t) => {
  const state = await open(t);
  let config = snapshot('default_screen: plain\n');
  const pruning = new Pruning({
    state,
    log: createLogger('info', logInto([])),
    holder: 'a',
    config: () => config,
  });
  await pruning.prune(NOW);
  await pruning.prune(NOW + DAY_MS / 2);
  config = CONFIG;
  await pruning.prune(NOW + 0.75 * DAY_MS);
  config = snapshot('default_screen: plain\n');
  // From here on device 4 is silent for a month, too.
  await pruning.prune(NOW + 1.5 * DAY_MS);
  await pruning.prune(NOW + 2 * DAY_MS);
  assert.deepEqual(await ids(state), [idOf(1), idOf(2), idOf(4)], 'only the one that never had an entry');
});
