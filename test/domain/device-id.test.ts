import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type DeviceId,
  parseDeviceId,
  parseShortDeviceId,
  shortDeviceId,
} from '../../src/domain/device-id.ts';

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

it('writes an address as eight characters for URLs, and reads them back', () => {
  for (const id of [
    'AA:BB:CC:DD:EE:0F',
    '00:00:00:00:00:00',
    'FF:FF:FF:FF:FF:FF',
    'FB:EF:BE:3E:F8:00',
  ] as DeviceId[]) {
    const short = shortDeviceId(id);
    assert.match(short, /^[A-Za-z0-9_-]{8}$/);
    assert.equal(parseShortDeviceId(short), id);
  }
  for (const bad of ['', 'AAAAAAA', 'AAAAAAAAA', 'AAAA+AAA', 'AAAA AAA']) {
    assert.equal(parseShortDeviceId(bad), null, bad);
  }
});
