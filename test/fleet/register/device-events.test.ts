import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDeviceId } from '../../../src/domain/device-id.ts';
import { EVENT_KINDS, type EventKind } from '../../../src/domain/event-kinds.ts';
import { DeviceEvents } from '../../../src/fleet/register/device-events.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:01');
const OTHER = parseDeviceId('AA:BB:CC:DD:EE:02');

function add(
  events: DeviceEvents,
  kind: EventKind,
  address: string,
  nowMs: number,
  isUsual: boolean | null = null,
): void {
  assert.ok(ID !== null);
  events.add(ID, { kind, address, isUsual, detail: null, requestId: null }, nowMs);
}

function list(events: DeviceEvents, nowMs: number) {
  assert.ok(ID !== null);
  return events.list(ID, nowMs);
}

describe('DeviceEvents', () => {
  it('counts repeats, with the first and the last time', () => {
    const events = new DeviceEvents();
    for (let time = 0; time < 1_000; time++) add(events, 'token_refused', '192.0.2.1', time);
    assert.deepEqual(list(events, 1_000), [
      {
        ...{ kind: 'token_refused', address: '192.0.2.1', isUsual: null, detail: null, requestId: null },
        ...{ count: 1_000, firstMs: 0, lastMs: 999 },
      },
    ]);
  });

  it('keeps what happened first, whatever strangers send from whatever addresses', () => {
    const events = new DeviceEvents();
    add(events, 'adopted', '192.0.2.1', 0);
    add(events, 'key_handed_out', '192.0.2.2', 1);
    for (let number = 0; number < 10_000; number++) {
      add(events, EVENT_KINDS[number % EVENT_KINDS.length] ?? 'adopted', `198.51.100.${number}`, 2 + number);
    }
    const all = list(events, 10_002);
    assert.ok(all.length <= EVENT_KINDS.length * (LIMITS.eventAddressesPerKind + 1));
    assert.equal(all.find(({ address }) => address === '192.0.2.1')?.kind, 'adopted');
    assert.equal(all.find(({ address }) => address === '192.0.2.2')?.firstMs, 1);
    assert.equal(
      all.reduce((sum, { count }) => sum + count, 0),
      10_002,
    );
  });

  it('keeps what comes from the usual network of the device apart, whatever comes from elsewhere', () => {
    const events = new DeviceEvents();
    for (let number = 0; number < 1_000; number++)
      add(events, 'token_refused', `198.51.100.${number}`, number, false);
    add(events, 'token_refused', '2001:db8::1', 1_000, true);
    add(events, 'token_refused', '2001:db8::2', 1_001, true);
    for (let number = 0; number < 1_000; number++)
      add(events, 'token_refused', `198.51.100.${number}`, 1_002 + number, false);
    const own = list(events, 3_000).filter(({ isUsual }) => isUsual === true);
    assert.deepEqual(
      own.map(({ address, count, firstMs, lastMs }) => [address, count, firstMs, lastMs]),
      [['2001:db8::2', 2, 1_000, 1_001]],
    );
    assert.equal(list(events, 3_000).length, LIMITS.eventAddressesPerKind + 2);
  });

  it('lists them in the order of their last time, and drops what is old', () => {
    const events = new DeviceEvents();
    add(events, 'adopted', '192.0.2.1', 0);
    add(events, 'setup_refused', '192.0.2.2', 1);
    add(events, 'adopted', '192.0.2.1', 2);
    assert.deepEqual(
      list(events, 2).map(({ kind }) => kind),
      ['setup_refused', 'adopted'],
    );
    assert.deepEqual(
      list(events, LIMITS.eventMs + 2).map(({ kind }) => kind),
      ['adopted'],
    );
    assert.deepEqual(list(events, LIMITS.eventMs + 3), []);
    assert.equal(events.size, 0);
  });

  it('is bounded over all devices: beyond that addresses are no longer told apart', () => {
    const events = new DeviceEvents();
    for (let number = 0; events.size < LIMITS.events; number++) {
      const hex = number.toString(16).padStart(12, '0');
      const id = parseDeviceId(hex.replaceAll(/..(?=.)/g, '$&:'));
      assert.ok(id !== null);
      for (const address of ['a', 'b', 'c'])
        events.add(id, { kind: 'adopted', address, isUsual: null, detail: null, requestId: null }, 0);
    }
    for (const address of ['a', 'b', 'c']) add(events, 'pinned', address, 0);
    assert.deepEqual(
      list(events, 0).map(({ address, count }) => [address, count]),
      [[null, 3]],
    );
    assert.ok(OTHER !== null);
    assert.deepEqual(events.list(OTHER, 0), []);
  });

  it('forgets a device', () => {
    const events = new DeviceEvents();
    add(events, 'adopted', '192.0.2.1', 0);
    assert.ok(ID !== null);
    events.forget(ID);
    assert.deepEqual([list(events, 0), events.size], [[], 0]);
  });
});
