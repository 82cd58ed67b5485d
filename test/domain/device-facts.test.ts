import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DeviceFacts, deviceFacts, deviceTable, lastingFacts } from '../../src/domain/device-facts.ts';
import { NO_REPORT } from '../../src/domain/report.ts';
import { READINGS } from '../../src/domain/report-fields.ts';

const NOTHING: DeviceFacts = {
  ...NO_REPORT,
  id: null,
  name: null,
  friendlyId: null,
  registrationCode: null,
  registered: false,
};
const SIZE = { widthPx: 800, heightPx: 480 };

it('has only what is known', () => {
  assert.deepEqual(deviceTable(NOTHING, SIZE), { width: 800, height: 480, registered: false });
});

it('keeps zeros, and gives the registration code in both forms', () => {
  const table = deviceTable({ ...NOTHING, rssi: 0, batteryVoltage: 0, registrationCode: 'ABCDEFGHJK' }, SIZE);
  assert.deepEqual(
    [
      table['rssi'],
      table['battery_voltage'],
      table['registration_code'],
      table['registration_code_hyphenated'],
    ],
    [0, 0, 'ABCDEFGHJK', 'ABCDE-FGHJK'],
  );
  assert.ok(!('registration_code_long' in table));
});

it('gives the long registration code beside the short one', () => {
  const table = deviceTable({ ...NOTHING, registrationCode: 'ABCDEFGHJKMNPQR' }, SIZE);
  assert.deepEqual(
    [table['registration_code'], table['registration_code_hyphenated'], table['registration_code_long']],
    ['ABCDEFGHJK', 'ABCDE-FGHJK', 'ABCDE-FGHJK-MNPQR'],
  );
});

it('gives a device the name of its own mapping, and none of the default one', () => {
  const identity = { id: 'AA:BB:CC:DD:EE:FF', friendlyId: 'f', registrationCode: null };
  const mapping = { key: 'DEFAULT', screen: 'x', params: {}, tuning: {}, name: 'Kitchen' };
  const own = deviceFacts(identity, { ...NO_REPORT, rssi: -1 }, { mapping, own: true });
  assert.deepEqual([own.id, own.rssi, own.name, own.registered], [identity.id, -1, 'Kitchen', true]);
  const other = deviceFacts(identity, NO_REPORT, { mapping, own: false });
  assert.deepEqual([other.name, other.registered], [null, false]);
});

it('lastingFacts leaves out what may differ with each call, and nothing else', () => {
  const kept = Object.keys(lastingFacts(NOTHING));
  const left = Object.keys(NOTHING).filter((name) => !kept.includes(name));
  assert.deepEqual(left.toSorted(), Object.keys(READINGS).toSorted());
});
