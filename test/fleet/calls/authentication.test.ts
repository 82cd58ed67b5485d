import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { longCode } from '../../../src/domain/registration-code.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { authenticate, identify, issueKey, noteReport } from '../../../src/fleet/calls/authentication.ts';
import type { SignatureCredential } from '../../../src/fleet/calls/credential.ts';
import { newRecord } from '../../../src/fleet/register/device-record.ts';
import { AppError, type ErrorCode } from '../../../src/platform/base/errors.ts';
import { newKey, signTime } from '../../support/device/signed-calls.ts';
import { listEvents } from '../../support/told-events.ts';
import { callerOf, ID, kindsOf, NOW, namingToken, openGate, snapshot, tokenOf } from './gate.ts';

const OPEN = snapshot();
const CLOSED = snapshot('registration_enabled: false\ndefault_screen: plain\n');

/** A predicate for the error of a code. */
function withCode(code: ErrorCode) {
  return (error: unknown): boolean => error instanceof AppError && error.code === code;
}

function signedBy(key: ReturnType<typeof newKey>, timestampMs: number): SignatureCredential {
  const signature = Buffer.from(signTime(key, timestampMs)['X-Signature'] ?? '', 'hex');
  const request = { method: 'GET', target: '/api/display', body: new Uint8Array() };
  return { kind: 'signature', version: 1, publicKey: key.hex, signature, timestampMs, request };
}

describe('authenticate', () => {
  it('adopts an unknown device with the token that it brings, and knows it by that from then on', async () => {
    const gate = openGate();
    const record = await authenticate(gate, callerOf(OPEN), ID, tokenOf('mine'));
    assert.equal(gate.registry.get(ID), record);
    assert.deepEqual([record.registrationCode, record.lastOwnUseMs], [longCode('mine'), NOW]);
    gate.clockMs += 1000;
    assert.equal(await authenticate(gate, callerOf(CLOSED), ID, tokenOf('mine')), record);
    assert.equal(record.lastUsedMs, NOW + 1000);
    assert.deepEqual(kindsOf(gate), ['adopted']);
  });

  it('refuses an unknown device where registration is closed', async () => {
    const gate = openGate(CLOSED);
    await assert.rejects(
      authenticate(gate, callerOf(CLOSED), ID, tokenOf('mine')),
      withCode('device_not_found'),
    );
    assert.equal(gate.registry.size, 0);
  });

  it('refuses another token, notes that, and leaves the record as it is', async () => {
    const gate = openGate();
    await authenticate(gate, callerOf(OPEN), ID, tokenOf('mine'));
    const before = structuredClone(gate.registry.get(ID));
    for (const token of ['theirs', '']) {
      await assert.rejects(authenticate(gate, callerOf(OPEN), ID, tokenOf(token)), withCode('invalid_token'));
    }
    assert.deepEqual(gate.registry.get(ID), before);
    assert.deepEqual(kindsOf(gate), ['adopted', 'token_refused']);
  });

  it('lets a token whose code the config names take the address', async () => {
    const config = snapshot(namingToken('mine', 'registration_enabled: true\n'));
    const gate = openGate(config);
    await authenticate(gate, callerOf(config), ID, tokenOf('theirs'));
    const record = await authenticate(gate, callerOf(config), ID, tokenOf('mine'));
    assert.equal(record.registrationCode, longCode('mine'));
    await assert.rejects(
      authenticate(gate, callerOf(config), ID, tokenOf('theirs')),
      withCode('invalid_token'),
    );
    assert.deepEqual(kindsOf(gate), ['adopted', 'claimed_by_code', 'token_refused']);
  });

  it('holds back an address that guesses, and says when to come again', async () => {
    const gate = openGate();
    await authenticate(gate, callerOf(OPEN), ID, tokenOf('mine'));
    const guesser = callerOf(OPEN, '192.0.2.66');
    let error: unknown = null;
    for (let guess = 0; guess < 1000 && !withCode('too_many_attempts')(error); guess++) {
      try {
        await authenticate(gate, guesser, ID, tokenOf(`guess ${guess}`));
      } catch (thrown) {
        error = thrown;
      }
    }
    assert.ok(error instanceof AppError && error.code === 'too_many_attempts');
    assert.deepEqual(error.headers, { 'Retry-After': '60' });
    assert.equal(await identify(gate, guesser, ID, tokenOf('another')), null);
    assert.ok(await authenticate(gate, callerOf(OPEN), ID, tokenOf('mine')), 'the device itself is served');
  });

  it('tells how many calls of a device did not come, at its next one', async () => {
    const gate = openGate();
    const { told } = listEvents(gate.engineEvents);
    const record = await authenticate(gate, callerOf(OPEN), ID, tokenOf('mine'));
    record.toldRefreshSeconds = 900;
    gate.clockMs += 910_000;
    await authenticate(gate, callerOf(OPEN), ID, tokenOf('mine'));
    assert.deepEqual(told, []);
    gate.clockMs += 3 * 900_000;
    await authenticate(gate, callerOf(OPEN), ID, tokenOf('mine'));
    await authenticate(gate, callerOf(OPEN), ID, tokenOf('mine'));
    assert.deepEqual(told, [['missedPolls', 2]]);
  });

  it('pins the key of the first signed call, takes no call twice, and no other key', async () => {
    const gate = openGate();
    const [key, other] = [newKey(), newKey()];
    const first = signedBy(key, NOW);
    assert.equal((await authenticate(gate, callerOf(OPEN), ID, first)).publicKey, key.hex);
    for (const credential of [first, signedBy(other, NOW)]) {
      await assert.rejects(
        authenticate(gate, callerOf(OPEN), ID, credential),
        withCode('invalid_device_signature'),
      );
    }
    await authenticate(gate, callerOf(OPEN), ID, signedBy(key, NOW + 1));
    assert.deepEqual(kindsOf(gate), ['pinned', 'call_repeated', 'token_refused']);
  });
});

it('issueKey gives a device one key, however often it asks', () => {
  const record = { ...newRecord(ID, NOW), isReset: true };
  const key = issueKey(record, NOW);
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.equal(issueKey(record, NOW + 1), key);
  // Whoever asks again has proved nothing: it is no use of the key.
  assert.deepEqual([record.tokenDigests.length, record.isReset, record.lastUsedMs], [1, false, NOW]);
  assert.equal(record.registrationCode, longCode(key));
});

it('noteReport keeps what a device said earlier where it says nothing now', () => {
  const record = newRecord(ID, NOW);
  noteReport(record, { ...NO_REPORT, model: 'og', rssi: -60 }, NOW);
  noteReport(record, { ...NO_REPORT, rssi: -50 }, NOW + 1);
  assert.deepEqual(record.report, { ...NO_REPORT, model: 'og', rssi: -50 });
  assert.equal(record.lastSeenMs, NOW + 1);
});
