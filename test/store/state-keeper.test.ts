import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createLogger } from '../../src/base/logger.ts';
import { type DeviceId, parseDeviceId } from '../../src/domain/device-id.ts';
import type { FailureRun } from '../../src/domain/failure-run.ts';
import { NO_REPORT } from '../../src/domain/report.ts';
import type { DeviceState, State } from '../../src/state/state.ts';
import { StateError } from '../../src/state/state-error.ts';
import { type DeviceRecord, emptyRecord, Registry } from '../../src/store/registry.ts';
import { StateKeeper } from '../../src/store/state-keeper.ts';
import { type LogLines, logInto } from '../support/server/log-lines.ts';
import { openMemory } from '../support/state/memory.ts';
import { until } from '../support/waiting.ts';

const NOW = 1_771_674_964_000;
const ID = parseDeviceId('AA:BB:CC:DD:EE:01') as DeviceId;
const DIGEST = 'ab'.repeat(32);

interface Server {
  readonly keeper: StateKeeper;
  readonly registry: Registry;
  readonly logs: LogLines;
}

/** A server on a store; with `engine` other than that of the store, as if several shared it. */
function serverOn(t: TestContext, state: State, engine: State['engine'] = state.engine): Server {
  const logs: LogLines = [];
  const registry: Registry = new Registry({
    maxUnmapped: 3,
    isMapped: () => false,
    onEvict: (record) => keeper.dropped(record),
  });
  const seen = { ...parts(state), engine };
  const keeper = new StateKeeper({ state: seen, registry, log: createLogger('debug', logInto(logs)) });
  t.after(() => keeper.close());
  return { keeper, registry, logs };
}

function parts(state: State): Pick<State, 'engine' | 'devices' | 'notices' | 'rememberOnce'> {
  const { engine, devices, notices } = state;
  return { engine, devices, notices, rememberOnce: (key, ms) => state.rememberOnce(key, ms) };
}

/** The same devices, of which single methods can be replaced. */
function overridable(devices: DeviceState): DeviceState {
  return {
    claim: (...args) => devices.claim(...args),
    changeIdentity: (...args) => devices.changeIdentity(...args),
    noteContact: (...args) => devices.noteContact(...args),
    get: (id) => devices.get(id),
    byCode: (code) => devices.byCode(code),
    forget: (...args) => devices.forget(...args),
    all: () => devices.all(),
    count: () => devices.count(),
    restore: (stored) => devices.restore(stored),
  };
}

function device(id: DeviceId, more: Partial<DeviceRecord> = {}): DeviceRecord {
  const record = emptyRecord(id, 'f00', NOW);
  return Object.assign(record, {
    ...{ tokenDigests: [DIGEST], registrationCode: 'ABCDEFGHJKMNPQR', apiKey: '00ff', ...more },
  });
}

async function register({ keeper, registry }: Server, record: DeviceRecord): Promise<void> {
  registry.touch(record);
  assert.equal(await keeper.keep(record), 'kept');
  keeper.note(record);
}

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

describe('StateKeeper on a store that several servers share', () => {
  it('gives two first calls at once one identity', async (t) => {
    const state = await openMemory(t);
    const servers = [serverOn(t, state, 'redis'), serverOn(t, state, 'redis')] as const;
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
    const [one, two] = [serverOn(t, state, 'redis'), serverOn(t, state, 'redis')];
    const record = device(ID);
    await register(one, record);
    await one.keeper.close();
    assert.equal(await two.keeper.refresh(ID), true);
    assert.deepEqual(two.registry.get(ID), record);
    assert.equal(await two.keeper.refresh(parseDeviceId('AA:BB:CC:DD:EE:02') as DeviceId), true);
  });

  it('takes a signed call once, on whichever server', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [serverOn(t, state, 'redis'), serverOn(t, state, 'redis')];
    const taken = await Promise.all([one.keeper.isFirst('key 17'), two.keeper.isFirst('key 17')]);
    assert.deepEqual(taken.toSorted(), [false, true]);
    assert.equal(await two.keeper.isFirst('key 18'), true);
  });

  it('is told of a reset, and of a device that was forgotten', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [serverOn(t, state, 'redis'), serverOn(t, state, 'redis')];
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
    const [one, two] = [serverOn(t, state, 'redis'), serverOn(t, state, 'redis')];
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
    const state = await openMemory(t);
    const server = serverOn(t, state, 'redis');
    const record = device(ID);
    await register(server, record);
    await until(async () => (await state.devices.get(ID))?.contact);
    await state.devices.forget(ID);
    record.lastSeenMs += 1000;
    server.keeper.note(record);
    await until(async () => (await state.devices.get(ID))?.seenMs === NOW + 1000);
    assert.equal(server.registry.get(ID), record);
  });

  it('knows that it does not know a device, while the store is away', async (t) => {
    const state = await openMemory(t);
    const down = (): Promise<never> => Promise.reject(new StateError('unavailable', 'The store is away.'));
    const devices = overridable(state.devices);
    const server = serverOn(t, { ...state, ...parts(state), devices }, 'redis');
    await register(server, device(ID));
    Object.assign(devices, { get: down });
    assert.equal(await server.keeper.refresh(ID), true);
    assert.equal(await server.keeper.refresh(parseDeviceId('AA:BB:CC:DD:EE:02') as DeviceId), false);
  });

  it('does not call a change kept that was taken back with the one before it', async (t) => {
    const state = await openMemory(t);
    const devices = overridable(state.devices);
    const server = serverOn(t, { ...state, ...parts(state), devices }, 'redis');
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
    const one = serverOn(t, state, 'redis');
    await register(one, device(ID));
    const record = one.registry.get(ID) as DeviceRecord;
    const devices = overridable(state.devices);
    const late = serverOn(t, { ...state, ...parts(state), devices }, 'redis');
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
    const state = await openMemory(t);
    const server = serverOn(t, state, 'redis');
    const ids = [1, 2, 3].map((number) => parseDeviceId(`AA:BB:CC:DD:EE:0${number}`) as DeviceId);
    for (const id of ids) await register(server, device(id));
    await until(async () => (await state.devices.get(ids[2] as DeviceId))?.contact);
    for (const id of ids) await state.devices.forget(id);
    assert.equal(await server.keeper.load(), true);
    assert.equal(await state.devices.count(), 3);
    for (const id of ids) await until(async () => (await state.devices.get(id))?.contact);
  });
});
