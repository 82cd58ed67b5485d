import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { issueKey } from '../../../src/fleet/calls/authentication.ts';
import { refusalMessage, setupRefusal } from '../../../src/fleet/calls/setup-policy.ts';
import { type DeviceRecord, newRecord } from '../../../src/fleet/register/device-record.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { ID, MAC, NOW, recordWith, snapshot } from './gate.ts';

const SILENCE_MS = LIMITS.inUseRefreshes * LIMITS.defaultRefreshSeconds * 1000;

const rules = (text: string) => snapshot(`${text}\ndefault_screen: plain\n`);
const open = rules('known_devices: open');
const quiet = rules('known_devices: quiet');
const closed = rules('known_devices: closed');
const registrationClosed = rules('registration_enabled: false');

/** A device with a key of this server, used just now. */
function keyed(): DeviceRecord {
  const record = newRecord(ID, NOW);
  issueKey(record, NOW);
  return record;
}

describe('setupRefusal', () => {
  it('gives a key to a new device, unless registration is closed and the config does not name it', () => {
    assert.equal(setupRefusal(open, ID, null, NOW), null);
    assert.equal(setupRefusal(registrationClosed, ID, null, NOW), 'registration_closed');
    const named = snapshot(`registration_enabled: false\ndevices:\n  "${MAC}": { screen: plain }\n`);
    assert.equal(setupRefusal(named, ID, null, NOW), null);
  });

  it('gives a key to a device that was reset, whatever the rules are', () => {
    const reset = { ...newRecord(ID, NOW), isReset: true };
    for (const config of [registrationClosed, closed])
      assert.equal(setupRefusal(config, ID, reset, NOW), null);
  });

  it('gives a known device its key again: always, after a silence, or never', () => {
    const later = NOW + SILENCE_MS + 1;
    assert.equal(setupRefusal(open, ID, keyed(), NOW), null);
    assert.equal(setupRefusal(quiet, ID, keyed(), NOW), 'in_use');
    assert.equal(setupRefusal(quiet, ID, keyed(), later), null);
    assert.equal(setupRefusal(closed, ID, keyed(), later), 'needs_reset');
  });

  it('gives a device that brought its own token no key while that is in use', () => {
    const record = { ...recordWith('mine'), lastOwnUseMs: NOW };
    assert.equal(setupRefusal(open, ID, record, NOW + SILENCE_MS), 'in_use');
    assert.equal(setupRefusal(open, ID, record, NOW + SILENCE_MS + 1), null);
    const named = snapshot(`registration_enabled: false\ndevices:\n  "${MAC}": { screen: plain }\n`);
    assert.equal(setupRefusal(named, ID, record, NOW + SILENCE_MS + 1), 'needs_reset');
  });

  it('waits as long as three of the refreshes that the device was told', () => {
    const record = { ...keyed(), toldRefreshSeconds: 60 };
    assert.equal(setupRefusal(quiet, ID, record, NOW + 180_000), 'in_use');
    assert.equal(setupRefusal(quiet, ID, record, NOW + 180_001), null);
  });
});

describe('refusalMessage', () => {
  it('fits into the 127 characters that firmware keeps', () => {
    const slow = { ...keyed(), toldRefreshSeconds: LIMITS.refreshMaxSeconds };
    for (const refusal of ['registration_closed', 'in_use', 'needs_reset', 'too_many_attempts'] as const) {
      for (const record of [null, keyed(), slow]) {
        assert.ok(refusalMessage(refusal, ID, record).length <= 127, refusal);
      }
    }
  });

  it('says how long to wait at most, not how long it is still', () => {
    assert.match(refusalMessage('in_use', ID, { ...keyed(), toldRefreshSeconds: 600 }), /Wait 30 min/);
  });
});
