import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type DeviceReport, NO_REPORT } from '../../src/domain/report.ts';
import { packSaid, unpackSaid } from '../../src/domain/said-report.ts';

const ALL = '{"reads":[["all","device"]]}';

function anyReport(): fc.Arbitrary<DeviceReport> {
  const number = fc.option(fc.double({ min: -200, max: 200, noNaN: true }));
  const pixels = fc.integer({ min: 1, max: 65_535 });
  const text = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }));
  return fc
    .record({
      batteryVoltage: number,
      percentCharged: number,
      rssi: number,
      firmwareVersion: text,
      model: text,
      size: fc.option(fc.record({ widthPx: pixels, heightPx: pixels }, { noNullPrototype: true })),
    })
    .map((said) => ({ ...NO_REPORT, ...said }));
}

describe('packSaid', () => {
  it('gives back exactly what was said', () => {
    fc.assert(
      fc.property(anyReport(), (report) => {
        const packed = packSaid(report, ALL, 1_000, ['size']);
        const said = packed === null ? {} : unpackSaid(packed);
        if (packed !== null && packed.length > 160) return;
        // Minus nothing is nothing.
        const expected = Object.fromEntries(
          Object.entries(report)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => [name, value === 0 ? 0 : value]),
        );
        assert.deepEqual({ ...said }, expected);
      }),
    );
  });

  it('takes what the run has read, in few bytes, and leaves out what does not fit', () => {
    const report = {
      ...NO_REPORT,
      batteryVoltage: 4.12,
      percentCharged: 87,
      rssi: -67,
      firmwareVersion: '1.8.15',
    };
    const reads = '{"reads":[["field","device","rssi"],["field","device","battery_voltage"]]}';
    assert.equal(packSaid(report, '{"reads":[["field","params","rssi"]]}', 100), null);
    const packed = packSaid(report, reads, 100);
    assert.equal(packed?.length, 7);
    assert.deepEqual({ ...unpackSaid(packed ?? Buffer.of()) }, { batteryVoltage: 4.12, rssi: -67 });
    assert.deepEqual(
      { ...unpackSaid(packSaid(report, ALL, 8) ?? Buffer.of()) },
      { batteryVoltage: 4.12, percentCharged: 87, rssi: -67 },
    );
    assert.equal(packSaid(report, ALL, -5), null);
  });
});

describe('a size', () => {
  const report = { ...NO_REPORT, batteryVoltage: 4.12, size: { widthPx: 1_872, heightPx: 1_404 } };

  it('is packed where the display follows from it, before what the screen has read', () => {
    assert.deepEqual({ ...unpackSaid(packSaid(report, ALL, 100) ?? Buffer.of()) }, { batteryVoltage: 4.12 });
    const { size } = report;
    assert.deepEqual({ ...unpackSaid(packSaid(report, ALL, 6, ['size']) ?? Buffer.of()) }, { size });
    const packed = packSaid(report, ALL, 100, ['size']) ?? Buffer.of();
    assert.equal(packed.length, 9);
    assert.deepEqual({ ...unpackSaid(packed) }, { batteryVoltage: 4.12, size });
    assert.equal(unpackSaid(packed.subarray(0, -1)), null);
  });
});

describe('unpackSaid', () => {
  it('takes no other version, and reads any bytes without an error', () => {
    assert.equal(unpackSaid(Buffer.of(2, 1, 0x4f)), null);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        unpackSaid(bytes);
        unpackSaid(Buffer.of(1, ...bytes));
      }),
    );
  });
});
