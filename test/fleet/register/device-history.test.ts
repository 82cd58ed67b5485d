import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { DeviceHistory } from '../../../src/fleet/register/device-history.ts';
import { emptyRecord } from '../../../src/fleet/register/device-record.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { openMemory } from '../../support/state/memory.ts';
import { until } from '../../support/waiting.ts';

const HOUR_MS = 3_600_000;
const ID = parseDeviceId('AA:BB:CC:DD:EE:01') as DeviceId;
const BEGIN = Date.parse('2026-02-21T09:00:00Z');

/** A device that has called every quarter of an hour, for some hours, but for one hour of silence. */
function calls(history: DeviceHistory, quarters: number) {
  const record = Object.assign(emptyRecord(ID, 'f00', BEGIN), { toldRefreshSeconds: 900 });
  for (let quarter = 0; quarter < quarters; quarter++) {
    const nowMs = BEGIN + quarter * 900_000;
    if (quarter >= 4 && quarter < 8) continue;
    history.endSilence(record, nowMs);
    record.lastSeenMs = nowMs;
    history.poll(record, nowMs);
    record.report = { ...NO_REPORT, batteryVoltage: 4 - quarter / 100, rssi: -50 - quarter };
  }
  return record;
}

describe('DeviceHistory', () => {
  it('has a point for each hour with polls, the one that runs included', async (t) => {
    const state = await openMemory(t);
    const history = new DeviceHistory(state.history);
    const record = calls(history, 14);
    await until(async () => (await state.history.list(ID, BEGIN, BEGIN + 9 * HOUR_MS)).length === 2);
    const hours = await history.list(record, BEGIN, BEGIN + 9 * HOUR_MS);
    assert.deepEqual(
      hours?.map(({ hourMs, polls, missed, batteryVoltage, rssi }) => [
        ...[(hourMs - BEGIN) / HOUR_MS, polls, missed, batteryVoltage, rssi],
      ]),
      [
        [0, 4, 0, 3.97, -53],
        [2, 4, 4, 3.89, -61],
        [3, 2, 0, 3.87, -63],
      ],
    );
    const part = await history.list(record, BEGIN, BEGIN + HOUR_MS);
    assert.equal(part?.length, 1);
  });

  it('goes on where another server has counted, and says where the store cannot be asked', async (t) => {
    const state = await openMemory(t);
    const record = calls(new DeviceHistory(state.history), 2);
    const other = new DeviceHistory(state.history);
    other.poll(record, BEGIN + 1_800_000);
    assert.equal((await other.list(record, BEGIN, BEGIN + HOUR_MS))?.[0]?.polls, 3);

    const away = (): Promise<never> => Promise.reject(new StateError('unavailable', 'away'));
    const deaf = new DeviceHistory({ put: away, list: away });
    deaf.poll(record, BEGIN + 2 * HOUR_MS);
    assert.equal(await deaf.list(record, BEGIN, BEGIN + HOUR_MS), null);
  });
});
