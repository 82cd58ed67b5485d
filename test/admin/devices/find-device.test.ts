import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lookUpDevice, parseDeviceKey } from '../../../src/admin/devices/find-device.ts';
import { parseConfig } from '../../../src/config/read/parse.ts';
import { parseDeviceId } from '../../../src/domain/device-id.ts';
import { newRecord } from '../../../src/fleet/register/device-record.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';

const BOTH = 'AA:BB:CC:DD:EE:01';
const BY_CODE = 'AA:BB:CC:DD:EE:02';

function world() {
  const parsed = parseConfig(
    `devices:
  "${BOTH}": { screen: by-mac }
  ABCDE-FGHJK: { screen: by-code }
  ZZZZZZZZZZ: { screen: shadowed }
`,
    'config.yaml',
  );
  assert.ok(parsed.ok);
  const registry = new Registry({ maxStrangers: 9, isAssigned: () => false });
  for (const [mac, code] of [
    [BOTH, 'ZZZZZZZZZZ'],
    [BY_CODE, 'ABCDEFGHJK'],
  ] as const) {
    const id = parseDeviceId(mac);
    assert.ok(id !== null);
    registry.touch({ ...newRecord(id, 0), registrationCode: code });
  }
  return (text: string): readonly [screen: string | null | undefined, mac: string | undefined] | null => {
    const key = parseDeviceKey(text);
    const known = key === null ? null : lookUpDevice(parsed.value.snapshot, registry, key);
    return known === null ? null : [known.mapping?.screen, known.record?.id];
  };
}

describe('lookUpDevice', () => {
  it('finds the entry under the key, in any spelling', () => {
    const find = world();
    for (const text of [BOTH, 'aa-bb-cc-dd-ee-01', ' AA:bb:CC-dd-EE:01 ', 'aabbccddee01']) {
      assert.deepEqual(find(text), ['by-mac', BOTH], text);
    }
    for (const text of ['ABCDEFGHJK', 'abcde-fghjk', 'Abcde-FGHJK ']) {
      assert.deepEqual(find(text), ['by-code', BY_CODE], text);
    }
  });

  it('finds the entry that a device has under its other name', () => {
    assert.deepEqual(world()(BY_CODE), ['by-code', BY_CODE]);
  });

  it('finds an entry that another one shadows, so that it can be removed', () => {
    assert.deepEqual(world()('ZZZZZ-ZZZZZ'), ['shadowed', BOTH]);
  });

  it('finds nothing for DEFAULT without such an entry, and for what is no key', () => {
    const find = world();
    for (const text of [
      'DEFAULT',
      'default',
      '',
      'AABBCCDDEE0',
      'AABBCCDDEE0Z',
      'ABCDE-FGHJI',
      'YYYYYYYYYY',
      '../x',
    ]) {
      assert.equal(find(text), null, text);
    }
  });
});
