import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseDeviceId } from '../../src/domain/device-id.ts';

it('reads a MAC address in any spelling into one form', () => {
  for (const text of ['AA:BB:CC:DD:EE:0F', 'aa:bb:cc:dd:ee:0f', ' AA-bb-CC-dd-EE-0f ', 'aa-bb:cc-dd:ee-0f']) {
    assert.equal(parseDeviceId(text), 'AA:BB:CC:DD:EE:0F');
  }
});

it('refuses everything else', () => {
  const bad = [
    '',
    'AA:BB:CC:DD:EE',
    'AA:BB:CC:DD:EE:FF:00',
    'AABBCCDDEEFF',
    'GA:BB:CC:DD:EE:FF',
    'A:BB:CC:DD:EE:FF',
  ];
  for (const text of [...bad, 'AA:BB:CC:DD:EE:FF, AA:BB:CC:DD:EE:FF', 'AA:BB:CC:DD:EE:FF\n:']) {
    assert.equal(parseDeviceId(text), null, text);
  }
});
