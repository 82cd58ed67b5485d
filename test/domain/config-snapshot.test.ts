import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ownMapping } from '../../src/domain/config-snapshot.ts';
import { type DeviceId, parseDeviceId } from '../../src/domain/device-id.ts';
import type { Mapping } from '../../src/domain/mapping.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:FF') as DeviceId;
const CODE = 'ABCDEFGHJK';

function config(keys: readonly string[]) {
  const mapping = (key: string): Mapping => ({ key, screen: `screen of ${key}`, params: {}, tuning: {} });
  return { devices: new Map(keys.map((key) => [key, mapping(key)])) };
}

it('the long registration code wins over the short one, and each names its device', () => {
  const long = `${CODE}MNPQR`;
  const keyOf = (keys: readonly string[], code: string) => ownMapping(config(keys), ID, code)?.key;
  assert.equal(keyOf([CODE, long], long), long);
  assert.equal(keyOf([CODE], long), CODE);
  assert.equal(keyOf([long], CODE), undefined);
  assert.equal(keyOf([`${CODE}MNPQS`], long), undefined);
  assert.equal(keyOf([ID, long], long), ID);
});

it('ownMapping ignores DEFAULT', () => {
  assert.equal(ownMapping(config(['DEFAULT']), ID, CODE), null);
  assert.equal(ownMapping(config([CODE]), ID, null), null);
});
