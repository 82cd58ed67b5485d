import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { ESTABLISHED_AFTER_MS, isEstablished } from '../../../src/domain/standing.ts';
import { type DeviceRecord, newRecord } from '../../../src/fleet/register/device-record.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';
import { macOf } from '../../support/device/mac.ts';

const MAX = 8;
const HOUR_MS = 3_600_000;

interface Fleet {
  readonly registry: Registry;
  readonly evicted: DeviceRecord[];
  readonly named: Set<DeviceId>;
  nowMs: number;
  /** A call of a device with its token. */
  call(number: number, model?: string): DeviceRecord;
}

function idOf(number: number): DeviceId {
  return parseDeviceId(macOf('02', number)) as DeviceId;
}

function openFleet(silentMs?: number): Fleet {
  const evicted: DeviceRecord[] = [];
  const named = new Set<DeviceId>();
  const registry = new Registry({
    maxStrangers: MAX,
    isAssigned: ({ id }) => named.has(id),
    isInGroup: ({ report }) => report.model === 'og',
    ...(silentMs === undefined ? {} : { silentMs }),
    onEvict: (record) => evicted.push(record),
  });
  const fleet: Fleet = {
    ...{ registry, evicted, named, nowMs: 1_771_674_964_000 },
    call(number, model = 'other') {
      const id = idOf(number);
      const record = registry.get(id) ?? newRecord(id, fleet.nowMs);
      record.firstUsedMs ??= fleet.nowMs;
      Object.assign(record, { lastUsedMs: fleet.nowMs, lastSeenMs: fleet.nowMs });
      record.report = { ...record.report, model };
      if (named.has(id)) record.wasNamed = true;
      registry.touch(record);
      return record;
    },
  };
  return fleet;
}

/** So many invented devices, each calling once. */
function flood(fleet: Fleet, count: number, model?: string): void {
  for (let number = 0; number < count; number++) {
    fleet.nowMs += 1;
    fleet.call(1_000_000 + number, model);
  }
}

function isEntitled({ named }: Fleet, record: DeviceRecord): boolean {
  return named.has(record.id) || record.wasNamed || record.isReset || isEstablished(record);
}

const STEPS = {
  call: (fleet, number) => fleet.call(number),
  group: (fleet, number) => fleet.call(number, 'og'),
  name: (fleet, number) => fleet.named.add(idOf(number)),
  unname: (fleet, number) => fleet.named.delete(idOf(number)),
  reset: ({ registry }, number) => {
    const known = registry.get(idOf(number));
    if (known !== null) registry.resetIdentity(known);
  },
  drop: ({ registry }, number) => registry.drop(idOf(number)),
} as const satisfies Readonly<Record<string, (fleet: Fleet, number: number) => unknown>>;

function take(fleet: Fleet, what: keyof typeof STEPS, number: number): void {
  STEPS[what](fleet, number);
}

describe('strangers beyond their number', () => {
  it('never push out what is established, has an entry, or ever had one', () => {
    const fleet = openFleet();
    fleet.call(1);
    fleet.named.add(idOf(2)).add(idOf(3));
    fleet.call(2);
    fleet.call(3);
    fleet.named.delete(idOf(3));
    fleet.nowMs += ESTABLISHED_AFTER_MS + 1;
    fleet.call(1);
    flood(fleet, 500);
    for (const number of [1, 2, 3]) assert.ok(fleet.registry.get(idOf(number)), `device ${number}`);
    assert.equal(fleet.registry.strangers, MAX);
    assert.equal(fleet.registry.evicted, 500 - MAX);
  });

  it('push out those who were seen once, before one that has called again, and one of a group last', () => {
    const fleet = openFleet();
    fleet.call(1, 'og');
    fleet.call(2);
    fleet.nowMs += 900_000;
    fleet.call(2);
    flood(fleet, 500);
    assert.ok(fleet.registry.get(idOf(1)));
    assert.ok(fleet.registry.get(idOf(2)));
    // Who says the same of itself is in the group, too: then the one with the longer use stays.
    flood(fleet, 500, 'og');
    assert.equal(fleet.registry.get(idOf(2)), null);
  });

  it('leave a new device in, whatever the others have been doing for', () => {
    const fleet = openFleet();
    for (const wave of [0, 1]) {
      for (let number = 0; number < MAX; number++) fleet.call(number, 'og');
      fleet.nowMs += HOUR_MS * (1 - wave);
    }
    assert.ok(fleet.registry.get(fleet.call(99).id));
    assert.equal(fleet.registry.size, MAX);
  });

  it('are let in one for one: those that a start has found stay, however many there are', () => {
    const fleet = openFleet();
    const learnt = Array.from({ length: 50 }, (_, number) => newRecord(idOf(number), number));
    for (const record of learnt) fleet.registry.learn(record);
    assert.equal(fleet.registry.size, 50);
    fleet.call(99);
    assert.equal(fleet.registry.size, 50);
    assert.equal(fleet.evicted.length, 1);
  });

  it('which are established and then silent go where nobody else looks after that', () => {
    const fleet = openFleet(30 * 24 * HOUR_MS);
    fleet.call(1);
    fleet.nowMs += ESTABLISHED_AFTER_MS + 1;
    fleet.call(1);
    fleet.nowMs += 31 * 24 * HOUR_MS;
    fleet.call(2);
    assert.equal(fleet.registry.get(idOf(1)), null);
  });

  it('hold their number in any order of calls, config changes, resets and drops', () => {
    const step = fc.record({
      what: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
      number: fc.nat(40),
      afterMs: fc.constantFrom(0, 5, 60_000, HOUR_MS, 13 * HOUR_MS, 25 * HOUR_MS),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const fleet = openFleet();
        for (const { what, number, afterMs } of steps) {
          fleet.nowMs += afterMs;
          const before = fleet.evicted.length;
          take(fleet, what, number);
          assert.ok(fleet.evicted.length - before <= 1, 'one goes for one that comes');
          const gone = fleet.evicted.slice(before);
          assert.ok(!gone.some((record) => isEntitled(fleet, record)), 'who has a standing never goes');
          // Who loses its entry becomes a stranger without another one that comes.
          const excess = steps.filter((one) => one.what === 'unname').length;
          const left = fleet.registry.list().filter((record) => !isEntitled(fleet, record));
          assert.ok(left.length <= MAX + excess);
        }
      }),
    );
  });
});
