import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DeviceFacts, deviceTable } from '../../src/domain/device-table.ts';

const NOTHING: DeviceFacts = {
  id: null,
  name: null,
  friendlyId: null,
  registrationCode: null,
  registered: false,
  firmwareVersion: null,
  model: null,
  board: null,
  batteryVoltage: null,
  percentCharged: null,
  rssi: null,
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
