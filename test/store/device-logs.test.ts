import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../src/base/limits.ts';
import { type DeviceId, parseDeviceId } from '../../src/domain/device-id.ts';
import { DeviceLogs } from '../../src/store/device-logs.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:FF') as DeviceId;

describe('DeviceLogs', () => {
  it('keeps the last entries, the oldest first', () => {
    const logs = new DeviceLogs();
    logs.append(
      ID,
      Array.from({ length: LIMITS.logEntriesPerDevice }, (_, id) => ({ id })),
    );
    logs.append(ID, [{ id: 'last' }]);
    const kept = logs.list(ID);
    assert.equal(kept.length, LIMITS.logEntriesPerDevice);
    assert.deepEqual(kept[0], { id: 1 });
    assert.deepEqual(kept.at(-1), { id: 'last' });
  });

  it('drops old entries when they are too large together, but never the newest', () => {
    const logs = new DeviceLogs();
    const half = 'x'.repeat(LIMITS.logBytesPerDevice / 2);
    logs.append(ID, [`1${half}`, `2${half}`, '3']);
    assert.deepEqual(
      logs.list(ID).map((entry) => String(entry)[0]),
      ['2', '3'],
    );
    logs.append(ID, ['x'.repeat(LIMITS.logBytesPerDevice * 2)]);
    assert.equal(logs.list(ID).length, 1);
  });

  it('has nothing of a device that never wrote', () => {
    assert.deepEqual(new DeviceLogs().list(ID), []);
  });
});
