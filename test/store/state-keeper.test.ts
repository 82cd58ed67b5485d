import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../src/domain/device-id.ts';
import type { FailureRun } from '../../src/domain/failure-run.ts';
import { NO_REPORT } from '../../src/domain/report.ts';
import { StateError } from '../../src/state/state-error.ts';
import type { DeviceRecord } from '../../src/store/device-record.ts';
import {
  DIGEST,
  device,
  ID,
  NOW,
  overridable,
  parts,
  register,
  serverOn,
} from '../support/state/keeper-servers.ts';
import { openMemory } from '../support/state/memory.ts';
import { until } from '../support/waiting.ts';

describe('StateKeeper', () => {
  it('gives a server that starts all that another one has kept', async (t) => {
    const state = await openMemory(t);
    const before = serverOn(t, state);
    assert.equal(await before.keeper.load(), true);
    const failing: FailureRun = {
      ...{ sinceMs: NOW, lastMs: NOW, tries: 1, code: 'script_error', reason: 'no', shown: 'error' },
      ...{ told: { code: 'script_error', message: 'no' }, sources: 'x' },
    };
    const report = {
      ...NO_REPORT,
      rssi: -40,
      model: 'og',
      size: { widthPx: 800, heightPx: 480 },
      colors: '#000000',
    };
    const record = device(ID, { report, failing, toldRefreshSeconds: 900, lastUsedMs: NOW });
    await register(before, record);
    await before.keeper.close();

    const after = serverOn(t, state);
    assert.equal(await after.keeper.load(), true);
    assert.deepEqual(after.registry.get(ID), record);
    assert.equal(after.registry.byRegistrationCode('ABCDEFGHJK')?.id, ID);
  });

  it('writes an identity only when it has changed, and a contact with those that follow at once', async (t) => {
    const state = await openMemory(t);
    const server = serverOn(t, state);
    await register(server, device(ID));
    const record = server.registry.get(ID) as DeviceRecord;
    assert.equal(server.keeper.keep(record), 'kept');
    const { revision } = (await state.devices.get(ID)) ?? {};
    record.lastSeenMs += 1000;
    server.keeper.note(record);
    record.lastSeenMs += 1000;
    server.keeper.note(record);
    await until(async () => (await state.devices.get(ID))?.seenMs === NOW + 2000);
    assert.equal((await state.devices.get(ID))?.revision, revision);
    record.isReset = true;
    assert.equal(await server.keeper.keep(record), 'kept');
    assert.notEqual((await state.devices.get(ID))?.revision, revision);
  });

  it('forgets in its own store what had to leave the registry', async (t) => {
    const state = await openMemory(t);
    const server = serverOn(t, state);
    for (let number = 1; number <= 4; number++) {
      await register(server, device(parseDeviceId(`AA:BB:CC:DD:EE:0${number}`) as DeviceId));
    }
    await until(async () => (await state.devices.count()) === 3);
    assert.equal(await state.devices.get(ID), null);
  });

  it('drops a new device, and takes a change back, where the store does not answer', async (t) => {
    const state = await openMemory(t);
    const down = (): Promise<never> => Promise.reject(new StateError('unavailable', 'The store is away.'));
    const devices = overridable(state.devices);
    const server = serverOn(t, { ...state, ...parts(state), devices });
    await register(server, device(ID));
    Object.assign(devices, { claim: down, changeIdentity: down, get: down });
    const record = server.registry.get(ID) as DeviceRecord;
    record.tokenDigests = ['cd'.repeat(32)];
    assert.equal(await server.keeper.keep(record), 'unavailable');
    assert.deepEqual(record.tokenDigests, [DIGEST]);
    const other = device(parseDeviceId('AA:BB:CC:DD:EE:09') as DeviceId);
    server.registry.touch(other);
    assert.equal(await server.keeper.keep(other), 'unavailable');
    assert.equal(server.registry.get(other.id), null);
    assert.match(JSON.stringify(server.logs), /The store is away\./);
  });
});
