import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { ContentHash } from '../../../src/domain/content-hash.ts';
import type { DeviceId } from '../../../src/domain/device-id.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { type DeviceRecord, emptyRecord } from '../../../src/fleet/register/device-record.ts';
import { contactText, identityText } from '../../../src/fleet/register/device-texts.ts';
import { packRecord, unpackRecord } from '../../../src/fleet/register/packed-record.ts';

const ID = 'AA:BB:CC:DD:EE:01' as DeviceId;
const timeMs = fc.option(
  fc.double({ min: 0, max: 4e12, noNaN: true, noDefaultInfinity: true }).map((ms) => ms + 0),
);
const text = fc.option(fc.string({ unit: 'binary', maxLength: 64 }));
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => Buffer.from(array).toString('hex'));
const hash = fc.option(hex(15).map((value) => value as ContentHash));
const failure = fc.record({
  ...{ sinceMs: fc.nat(), lastMs: fc.nat(), tries: fc.nat(), code: fc.constant('script_error' as const) },
  ...{
    reason: fc.string({ unit: 'binary' }),
    shown: fc.constantFrom('error' as const, 'last_good' as const),
  },
  told: fc.record({ code: fc.constant('script_error' as const), message: fc.string() }),
  sources: fc.string(),
});

const records: fc.Arbitrary<DeviceRecord> = fc
  .record({
    ...{
      apiKey: fc.option(hex(16)),
      tokenDigests: fc.array(hex(32), { maxLength: 4 }),
      publicKey: fc.option(hex(32)),
    },
    ...{ friendlyId: hex(6), registrationCode: text, isReset: fc.boolean(), wasNamed: fc.boolean() },
    ...{
      firstUsedMs: timeMs,
      lastUsedMs: timeMs,
      lastOwnUseMs: timeMs,
      toldRefreshSeconds: timeMs,
      address: text,
    },
    ...{ firstSeenMs: fc.nat(), lastSeenMs: fc.nat(), lastContent: hash, lastGood: hash },
    toldNames: fc.array(fc.record({ hash: hex(15).map((value) => value as ContentHash), atMs: fc.nat() }), {
      maxLength: 3,
    }),
    failing: fc.option(failure),
    lastFailure: fc.option(
      fc.record({ atMs: fc.nat(), code: fc.constant('script_error' as const), reason: text.map(String) }),
    ),
    hour: fc.option(fc.record({ hourMs: fc.nat(), polls: fc.nat(), missed: fc.nat() })),
    report: fc
      .record({
        ...{ model: text, board: text, firmwareVersion: text, colors: text, userAgent: text },
        ...{
          batteryVoltage: timeMs,
          percentCharged: timeMs,
          rssi: fc.option(fc.integer({ min: -200, max: 100 })),
        },
        ...{ firmwareCommit: text, updateSource: text, sensors: text, wakeTimeMs: fc.option(fc.nat()) },
        ...{ usbConnected: fc.option(fc.boolean()), batteryCurrent: fc.option(fc.integer()) },
        size: fc.option(
          fc.record({
            widthPx: fc.integer({ min: 1, max: 4_096 }),
            heightPx: fc.integer({ min: 1, max: 4_096 }),
          }),
        ),
      })
      .map((report) => ({ ...NO_REPORT, ...report })),
  })
  .map((fields) => JSON.parse(JSON.stringify({ ...emptyRecord(ID, '', 0), ...fields })) as DeviceRecord);

it('a packed record is what it was, whatever it holds', () => {
  fc.assert(
    fc.property(records, fc.option(fc.nat()), (record, revision) => {
      const unpacked = unpackRecord(ID, packRecord(record, revision));
      assert.deepEqual(unpacked, { record, revision });
      assert.equal(identityText(unpacked.record), identityText(record));
      assert.equal(contactText(unpacked.record), contactText(record));
    }),
  );
});

it('has a place for every field of a record and of a report', () => {
  const record = emptyRecord(ID, 'f00', 1);
  const { record: back } = unpackRecord(ID, packRecord(record, null));
  assert.deepEqual(Object.keys(back).sort(), Object.keys(record).sort());
  assert.deepEqual(Object.keys(back.report).sort(), Object.keys(NO_REPORT).sort());
});
