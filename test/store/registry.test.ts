import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newRecord } from '../../src/device/authentication.ts';
import { type DeviceId, parseDeviceId } from '../../src/domain/device-id.ts';
import { type DeviceRecord, Registry } from '../../src/store/registry.ts';

function id(number: number): DeviceId {
  return parseDeviceId(`00:00:00:00:00:${number.toString(16).padStart(2, '0')}`) as DeviceId;
}

function fill(registry: Registry, count: number): DeviceRecord[] {
  const records = Array.from({ length: count }, (_, number) => newRecord(id(number), number));
  for (const record of records) registry.touch(record);
  return records;
}

describe('Registry', () => {
  it('forgets the unmapped device that was seen longest ago when there are too many', () => {
    const registry = new Registry({ maxUnmapped: 3, isMapped: () => false });
    const [first] = fill(registry, 3);
    if (first !== undefined) registry.touch(first);
    registry.touch(newRecord(id(9), 9));
    assert.equal(registry.get(id(1)), null);
    assert.deepEqual(
      registry.list().map((record) => record.id),
      [id(2), id(0), id(9)],
    );
  });

  it('never forgets a mapped device, and does not count it', () => {
    const registry = new Registry({ maxUnmapped: 2, isMapped: (record) => record.id === id(0) });
    fill(registry, 4);
    assert.notEqual(registry.get(id(0)), null);
    assert.equal(registry.get(id(1)), null);
    assert.equal(registry.size, 3);
  });

  it('keeps one record a device', () => {
    const registry = new Registry({ maxUnmapped: 2, isMapped: () => false });
    const record = newRecord(id(1), 1);
    registry.touch(record);
    registry.touch(record);
    assert.equal(registry.size, 1);
  });
});
