import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import type { SignatureCredential } from '../../../src/fleet/calls/credential.ts';
import { SignedTimes } from '../../../src/fleet/calls/signed-time.ts';
import { AppError } from '../../../src/platform/base/errors.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { newKey, signTime } from '../../support/device/signed-calls.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:01') as DeviceId;
const KEY = newKey();
const NOW = 1_771_678_564_123;

function signed(timestampMs: number): SignatureCredential {
  const signature = Buffer.from(signTime(KEY, timestampMs)['X-Signature'] ?? '', 'hex');
  const request = { method: 'GET', target: '/api/display', body: new Uint8Array() };
  return { kind: 'signature', version: 1, publicKey: KEY.hex, signature, timestampMs, request };
}

function use(times: SignedTimes, credential: SignatureCredential, accepted: boolean, nowMs: number): void {
  times.check(ID, credential, 1, nowMs);
  times.remember(credential, accepted, nowMs);
}

describe('SignedTimes', () => {
  it('takes no time twice as long as it is in the window, accepted or refused', () => {
    const window = LIMITS.signedTimeWindowMs;
    for (const accepted of [true, false]) {
      const times = new SignedTimes();
      const early = signed(NOW + window);
      use(times, early, accepted, NOW);
      for (const nowMs of [NOW, NOW + window, NOW + 2 * window]) {
        assert.throws(() => times.check(ID, early, 1, nowMs), AppError, `${accepted} ${nowMs - NOW}`);
      }
    }
  });

  it('remembers those it accepted, whatever number is refused', () => {
    const times = new SignedTimes();
    const good = signed(NOW);
    use(times, good, true, NOW);
    for (let number = 0; number < LIMITS.refusedSignedTimes + 10; number++) {
      times.remember({ ...good, publicKey: `key ${number}` }, false, NOW);
    }
    assert.throws(() => times.check(ID, good, 1, NOW), /used before/);
    times.check(ID, signed(NOW + 1), 1, NOW);
  });
});
