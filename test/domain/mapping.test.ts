import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceId } from '../../src/domain/device-id.ts';
import { parseDeviceId } from '../../src/domain/device-id.ts';
import { type Mapping, ownMapping, resolveMapping } from '../../src/domain/mapping.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:FF') as DeviceId;
const CODE = 'ABCDEFGHJK';

function config(keys: readonly string[], defaultScreen: string | null = null) {
  const mapping = (key: string): Mapping => ({ key, screen: `screen of ${key}`, params: {}, tuning: {} });
  return { devices: new Map(keys.map((key) => [key, mapping(key)])), defaultScreen };
}

describe('resolveMapping', () => {
  it('lets the MAC win over the registration code', () => {
    const resolved = resolveMapping(config([ID, CODE, 'DEFAULT'], 'x'), ID, CODE);
    assert.deepEqual([resolved?.mapping.key, resolved?.own], [ID, true]);
  });

  it('lets the long registration code win over the short one, and each name its device', () => {
    const long = `${CODE}MNPQR`;
    const keyOf = (keys: readonly string[], code: string) => ownMapping(config(keys), ID, code)?.key;
    assert.equal(keyOf([CODE, long], long), long);
    assert.equal(keyOf([CODE], long), CODE);
    assert.equal(keyOf([long], CODE), undefined);
    assert.equal(keyOf([`${CODE}MNPQS`], long), undefined);
    assert.equal(keyOf([ID, long], long), ID);
  });

  it('lets the registration code win over DEFAULT', () => {
    const resolved = resolveMapping(config([CODE, 'DEFAULT'], 'x'), ID, CODE);
    assert.deepEqual([resolved?.mapping.key, resolved?.own], [CODE, true]);
  });

  it('lets DEFAULT win over the default screen', () => {
    const resolved = resolveMapping(config(['DEFAULT'], 'x'), ID, CODE);
    assert.deepEqual([resolved?.mapping.screen, resolved?.own], ['screen of DEFAULT', false]);
  });

  it('falls back to the default screen without params', () => {
    const resolved = resolveMapping(config([], 'x'), ID, null);
    assert.deepEqual([resolved?.mapping.screen, resolved?.mapping.params, resolved?.own], ['x', {}, false]);
  });

  it('finds nothing where there is nothing', () => {
    assert.equal(resolveMapping(config(['11:22:33:44:55:66']), ID, CODE), null);
  });
});

it('ownMapping ignores DEFAULT', () => {
  assert.equal(ownMapping(config(['DEFAULT']), ID, CODE), null);
  assert.equal(ownMapping(config([CODE]), ID, null), null);
});
