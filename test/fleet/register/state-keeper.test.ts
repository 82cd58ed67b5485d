import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import type { FailureRun } from '../../../src/domain/failure-run.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import type { DeviceRecord } from '../../../src/fleet/register/device-record.ts';
import { identityText } from '../../../src/fleet/register/device-texts.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { macOf } from '../../support/device/mac.ts';
import {
  DIGEST,
  device,
  ID,
  NOW,
  overridable,
  parts,
  register,
  serverOn,
} from '../../support/state/keeper-servers.ts';
import { openMemory } from '../../support/state/memory.ts';
import { until } from '../../support/waiting.ts';

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

  it('loads all devices whatever the config says, and forgets none of them', async (t) => {
    const state = await openMemory(t);
    const ids = Array.from({ length: 300 }, (_, number) => parseDeviceId(macOf('02', number)) as DeviceId);
    for (const id of ids) await state.devices.claim(id, identityText(device(id)), [], NOW);
    // Keeps three strangers, and the config names none.
    const server = serverOn(t, state);
    assert.equal(await server.keeper.load(), true);
    assert.equal(server.registry.size, 300);
    await register(server, device(ID));
    await server.keeper.close();
    assert.equal(await state.devices.count(), 300, 'one goes for one that comes');
  });

  it('reads the device of a call before all are loaded, and leaves what the call has changed', async (t) => {
    const state = await openMemory(t);
    const before = serverOn(t, state);
    await register(before, device(ID));
    await before.keeper.close();
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const devices = overridable(state.devices);
    devices.all = async function* () {
      for await (const batch of state.devices.all()) {
        await gate;
        yield batch;
      }
    };
    const server = serverOn(t, { ...state, ...parts(state), devices });
    const loading = server.keeper.load();
    assert.equal(server.registry.get(ID), null);
    assert.equal(await server.keeper.refresh(ID), true);
    const record = server.registry.get(ID) as DeviceRecord;
    record.tokenDigests = ['cd'.repeat(32)];
    assert.equal(await server.keeper.keep(record), 'kept');
    const unknown = parseDeviceId('AA:BB:CC:DD:EE:77') as DeviceId;
    assert.equal(await server.keeper.refresh(unknown), true, 'one that the store does not have is new');
    open();
    assert.equal(await loading, true);
    assert.equal(server.registry.get(ID), record);
    assert.deepEqual(record.tokenDigests, ['cd'.repeat(32)]);
  });

  it('takes a device that an earlier version has kept for one that uses its token since its first call', async (t) => {
    const state = await openMemory(t);
    const { firstUsedMs: _, wasNamed: __, ...earlier } = JSON.parse(identityText(device(ID)));
    await state.devices.claim(ID, JSON.stringify(earlier), [], NOW);
    const server = serverOn(t, state);
    await server.keeper.load();
    assert.equal(server.registry.get(ID)?.firstUsedMs, NOW);
    assert.equal(server.registry.get(ID)?.wasNamed, false);
  });
});
