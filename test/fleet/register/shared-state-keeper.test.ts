import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import type { DeviceRecord } from '../../../src/fleet/register/device-record.ts';
import { StateError } from '../../../src/state/state-error.ts';
import {
  DIGEST,
  device,
  emptiable,
  ID,
  NOW,
  overridable,
  parts,
  register,
  type Server,
  serverOn,
} from '../../support/state/keeper-servers.ts';
import { openMemory } from '../../support/state/memory.ts';
import { until } from '../../support/waiting.ts';

describe('StateKeeper on a store that several servers share', () => {
  it('gives two first calls at once one identity', async (t) => {
    const state = await openMemory(t);
    const servers = [serverOn(t, state, true), serverOn(t, state, true)] as const;
    const records = servers.map((server, number) => {
      const record = device(ID, { apiKey: `0${number}`, tokenDigests: [`${number}`.repeat(64)] });
      server.registry.touch(record);
      return record;
    });
    const kept = await Promise.all(
      servers.map(({ keeper }, number) => keeper.keep(records[number] as DeviceRecord)),
    );
    assert.deepEqual(kept.toSorted(), ['kept', 'overtaken']);
    assert.equal(records[0]?.apiKey, records[1]?.apiKey);
    assert.deepEqual(records[0]?.tokenDigests, records[1]?.tokenDigests);
  });

  it('learns before a call what another one has kept, and what it has noted', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [serverOn(t, state, true), serverOn(t, state, true)];
    const record = device(ID);
    await register(one, record);
    await one.keeper.close();
    assert.equal(await two.keeper.refresh(ID), true);
    assert.deepEqual(two.registry.get(ID), record);
    assert.equal(await two.keeper.refresh(parseDeviceId('AA:BB:CC:DD:EE:02') as DeviceId), true);
  });

  it('takes a signed call once, on whichever server', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [serverOn(t, state, true), serverOn(t, state, true)];
    const taken = await Promise.all([one.keeper.isFirst('key 17'), two.keeper.isFirst('key 17')]);
    assert.deepEqual(taken.toSorted(), [false, true]);
    assert.equal(await two.keeper.isFirst('key 18'), true);
  });

  it('is told of a reset, and of a device that was forgotten', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [serverOn(t, state, true), serverOn(t, state, true)];
    const record = device(ID);
    await register(one, record);
    await until(() => two.registry.get(ID));
    one.registry.resetIdentity(record);
    assert.equal(await one.keeper.keep(record), 'kept');
    await until(() => two.registry.get(ID)?.isReset);
    await one.keeper.close();
    await state.devices.forget(ID);
    await state.notices.publish('device', ID);
    await until(() => two.registry.get(ID) === null);
  });

  it('forgets a device in the store and on all servers, with what was to be noted of it', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [serverOn(t, state, true), serverOn(t, state, true)];
    const record = device(ID);
    one.registry.touch(record);
    const keeping = one.keeper.keep(record);
    one.keeper.note(record);
    assert.equal(await one.keeper.forget(ID), true);
    assert.equal(await keeping, 'kept');
    assert.equal(one.registry.get(ID), null);
    await until(() => two.registry.get(ID) === null);
    await one.keeper.close();
    assert.equal(await state.devices.get(ID), null);
    assert.equal(await state.devices.byCode('ABCDEFGHJKMNPQR'), null);
  });

  it('forgets nothing while the store is away', async (t) => {
    const state = await openMemory(t);
    const devices = overridable(state.devices);
    const server = serverOn(t, { ...state, ...parts(state), devices });
    await register(server, device(ID));
    Object.assign(devices, { forget: () => Promise.reject(new StateError('unavailable', 'Away.')) });
    assert.equal(await server.keeper.forget(ID), false);
    assert.equal(server.registry.get(ID)?.apiKey, '00ff');
    assert.equal((await state.devices.get(ID))?.id, ID);
  });

  it('puts a device back into a store that was emptied', async (t) => {
    const { state, empty } = await emptiable(t);
    const server = serverOn(t, state, true);
    const record = device(ID);
    await register(server, record);
    await until(async () => (await state.devices.get(ID))?.contact);
    empty();
    record.lastSeenMs += 1000;
    server.keeper.note(record);
    await until(async () => (await state.devices.get(ID))?.seenMs === NOW + 1000);
    assert.equal(server.registry.get(ID), record);
  });

  it('knows that it does not know a device, while the store is away', async (t) => {
    const state = await openMemory(t);
    const down = (): Promise<never> => Promise.reject(new StateError('unavailable', 'The store is away.'));
    const devices = overridable(state.devices);
    const server = serverOn(t, { ...state, ...parts(state), devices }, true);
    await register(server, device(ID));
    Object.assign(devices, { get: down });
    assert.equal(await server.keeper.refresh(ID), true);
    assert.equal(await server.keeper.refresh(parseDeviceId('AA:BB:CC:DD:EE:02') as DeviceId), false);
  });

  it('does not call a change kept that was taken back with the one before it', async (t) => {
    const state = await openMemory(t);
    const devices = overridable(state.devices);
    const server = serverOn(t, { ...state, ...parts(state), devices }, true);
    await register(server, device(ID));
    const record = server.registry.get(ID) as DeviceRecord;
    devices.changeIdentity = () => Promise.reject(new StateError('unavailable', 'The store is away.'));
    record.registrationCode = 'ABCDEFGHJKMNPQS';
    const first = server.keeper.keep(record);
    record.tokenDigests = ['cd'.repeat(32)];
    const second = server.keeper.keep(record);
    assert.deepEqual(await Promise.all([first, second]), ['unavailable', 'overtaken']);
    assert.deepEqual(record.tokenDigests, [DIGEST]);
  });

  it('takes a change that was late back to what another server has kept since', async (t) => {
    const state = await openMemory(t);
    const one = serverOn(t, state, true);
    await register(one, device(ID));
    const record = one.registry.get(ID) as DeviceRecord;
    const devices = overridable(state.devices);
    const late = serverOn(t, { ...state, ...parts(state), devices }, true);
    assert.equal(await late.keeper.refresh(ID), true);
    const taken = late.registry.get(ID) as DeviceRecord;
    devices.changeIdentity = async () => {
      // Meanwhile an admin resets the device by the other server, and this one is told.
      one.registry.resetIdentity(record);
      assert.equal(await one.keeper.keep(record), 'kept');
      await late.keeper.refresh(ID);
      throw new StateError('unavailable', 'no answer');
    };
    taken.registrationCode = 'ABCDEFGHJKMNPQS';
    assert.equal(await late.keeper.keep(taken), 'unavailable');
    assert.equal(taken.isReset, true);
    assert.equal(late.keeper.keep(taken), 'kept');
  });

  it('puts all devices back into a store that was emptied, at once', async (t) => {
    const { state, empty } = await emptiable(t);
    const server = serverOn(t, state, true);
    const ids = [1, 2, 3].map((number) => parseDeviceId(`AA:BB:CC:DD:EE:0${number}`) as DeviceId);
    for (const id of ids) await register(server, device(id));
    await until(async () => (await state.devices.get(ids[2] as DeviceId))?.contact);
    empty();
    assert.equal(await server.keeper.load(), true);
    assert.equal(await state.devices.count(), 3);
    for (const id of ids) await until(async () => (await state.devices.get(id))?.contact);
  });

  it('does not put a device back that was forgotten while it was not told', async (t) => {
    const state = await openMemory(t);
    const deaf = { ...state.notices, publish: () => Promise.resolve(), subscribe: () => () => {} };
    const told = serverOn(t, { ...state, ...parts(state) }, true);
    const servers = [0, 1, 2].map(() => serverOn(t, { ...state, ...parts(state), notices: deaf }, true));
    for (const { keeper } of servers) {
      await told.keeper.refresh(ID);
      if (told.registry.get(ID) === null) await register(told, device(ID));
      assert.equal(await keeper.refresh(ID), true);
    }
    assert.equal(await told.keeper.forget(ID), true);
    const [calling, noting, loading] = servers as [Server, Server, Server];
    const record = noting.registry.get(ID) as DeviceRecord;
    assert.equal(await calling.keeper.refresh(ID), true);
    noting.keeper.note(record);
    assert.equal(await loading.keeper.load(), true);
    for (const { registry } of servers) await until(() => registry.get(ID) === null);
    assert.equal(await state.devices.get(ID), null);
    // Its next call is that of a new device.
    await register(calling, device(ID, { apiKey: '11aa' }));
    assert.match((await state.devices.get(ID))?.identity ?? '', /11aa/);
  });

  it('learns that a device has called another one, without its calling here', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [serverOn(t, state, true), serverOn(t, state, true)];
    const record = device(ID);
    await register(one, record);
    await until(() => two.registry.get(ID));
    record.lastSeenMs = NOW + 60_000;
    record.report = { ...NO_REPORT, rssi: -71 };
    one.keeper.note(record);
    await until(() => two.registry.get(ID)?.report.rssi === -71);
    assert.equal(two.registry.get(ID)?.lastSeenMs, NOW + 60_000);
  });
});
