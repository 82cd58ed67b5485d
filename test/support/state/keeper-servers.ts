/** Servers that keep their devices in a store, without anything else of a server. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { type DeviceRecord, emptyRecord } from '../../../src/fleet/register/device-record.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';
import { StateKeeper } from '../../../src/fleet/register/state-keeper.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { DeviceState, State } from '../../../src/state/state.ts';
import { type LogLines, logInto } from '../server/log-lines.ts';
import { openMemory } from './memory.ts';

export const NOW = 1_771_674_964_000;
export const ID = parseDeviceId('AA:BB:CC:DD:EE:01') as DeviceId;
export const DIGEST = 'ab'.repeat(32);

export interface Server {
  readonly keeper: StateKeeper;
  readonly registry: Registry;
  readonly logs: LogLines;
}

/** A server on a store; with `isShared` as if several shared it. */
export function serverOn(t: TestContext, state: State, isShared = state.isShared): Server {
  const logs: LogLines = [];
  const registry: Registry = new Registry({
    maxStrangers: 3,
    isAssigned: () => false,
    onEvict: (record) => keeper.dropped(record),
  });
  const seen = { ...parts(state), isShared };
  const keeper = new StateKeeper({ state: seen, registry, log: createLogger('debug', logInto(logs)) });
  t.after(() => keeper.close());
  return { keeper, registry, logs };
}

export function parts(
  state: State,
): Pick<State, 'isLasting' | 'isShared' | 'devices' | 'health' | 'notices' | 'rememberOnce'> {
  const { isShared, devices, health, notices } = state;
  // In memory, too, a test has a store of its own.
  return {
    isLasting: true,
    isShared,
    devices,
    health,
    notices,
    rememberOnce: (key, ms) => state.rememberOnce(key, ms),
  };
}

/** The same devices, of which single methods can be replaced. */
export function overridable(devices: DeviceState): DeviceState {
  return {
    unreadable: devices.unreadable,
    claim: (...args) => devices.claim(...args),
    putBack: (...args) => devices.putBack(...args),
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

/** A store that can lose all that it has. */
export async function emptiable(t: TestContext): Promise<{ readonly state: State; empty(): void }> {
  const [state, other] = [await openMemory(t), await openMemory(t)];
  const devices = overridable(state.devices);
  return {
    state: { ...state, ...parts(state), devices },
    empty: () => void Object.assign(devices, overridable(other.devices)),
  };
}

export function device(id: DeviceId, more: Partial<DeviceRecord> = {}): DeviceRecord {
  const record = emptyRecord(id, 'f00', NOW);
  return Object.assign(record, {
    ...{ tokenDigests: [DIGEST], registrationCode: 'ABCDEFGHJKMNPQR', apiKey: '00ff', ...more },
  });
}

export async function register({ keeper, registry }: Server, record: DeviceRecord): Promise<void> {
  registry.touch(record);
  assert.equal(await keeper.keep(record), 'kept');
  keeper.note(record);
}
