import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { type DeviceRecord, newRecord } from '../../../src/fleet/register/device-record.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';

function id(number: number): DeviceId {
  return parseDeviceId(`00:00:00:00:00:${number.toString(16).padStart(2, '0')}`) as DeviceId;
}

function fill(registry: Registry, count: number): DeviceRecord[] {
  const records = Array.from({ length: count }, (_, number) => newRecord(id(number), number));
  for (const record of records) registry.touch(record);
  return records;
}

describe('Registry', () => {
  it('forgets the stranger that was seen longest ago when there are too many', () => {
    const registry = new Registry({ maxStrangers: 3, isAssigned: () => false });
    const [first] = fill(registry, 3);
    if (first !== undefined) registry.touch(first);
    registry.touch(newRecord(id(9), 9));
    assert.equal(registry.get(id(1)), null);
    assert.deepEqual(
      registry.list().map((record) => record.id),
      [id(2), id(0), id(9)],
    );
  });

  it('never forgets a mapped device, and does not count it', () => {
    const registry = new Registry({ maxStrangers: 2, isAssigned: (record) => record.id === id(0) });
    fill(registry, 4);
    assert.notEqual(registry.get(id(0)), null);
    assert.equal(registry.get(id(1)), null);
    assert.equal(registry.size, 3);
  });

  it('keeps one record a device', () => {
    const registry = new Registry({ maxStrangers: 2, isAssigned: () => false });
    const record = newRecord(id(1), 1);
    registry.touch(record);
    registry.touch(record);
    assert.equal(registry.size, 1);
  });
});

/** A record under an address and a code of its own. */
function coded(number: number, code: string | null): DeviceRecord {
  return { ...newRecord(id(number), number), registrationCode: code };
}

const CODE = 'ABCDEFGHJKMNPQR';
const SHORT = CODE.slice(0, 10);

describe('look-up by registration code', () => {
  it('finds the device in both forms, and the one seen last of several', () => {
    const registry = new Registry({ maxStrangers: 9, isAssigned: () => false });
    const [first, second] = [coded(1, CODE), coded(2, CODE)];
    registry.touch(first);
    registry.touch(second);
    for (const code of [CODE, SHORT]) assert.equal(registry.byRegistrationCode(code), second);
    registry.touch(first);
    assert.equal(registry.byRegistrationCode(CODE), first);
    first.registrationCode = null;
    registry.touch(first);
    assert.equal(registry.byRegistrationCode(CODE), second);
    assert.equal(registry.byRegistrationCode(`${SHORT}AAAAA`), null);
    assert.equal(registry.byRegistrationCode('AAAAAAAAAA'), null);
  });

  it('tells long codes with the same beginning apart', () => {
    const registry = new Registry({ maxStrangers: 9, isAssigned: () => false });
    const [first, second] = [coded(1, CODE), coded(2, `${SHORT}AAAAA`)];
    registry.touch(first);
    registry.touch(second);
    assert.equal(registry.byRegistrationCode(CODE), first);
    assert.equal(registry.byRegistrationCode(`${SHORT}AAAAA`), second);
    assert.equal(registry.byRegistrationCode(SHORT), second);
  });

  it('finds no device that was forgotten or reset', () => {
    const registry = new Registry({ maxStrangers: 1, isAssigned: () => false });
    registry.touch(coded(1, CODE));
    const second = coded(2, `${SHORT}AAAAA`);
    registry.touch(second);
    assert.equal(registry.byRegistrationCode(CODE), null);
    assert.equal(registry.byRegistrationCode(SHORT), second);
    registry.resetIdentity(second);
    assert.equal(registry.byRegistrationCode(SHORT), null);
    assert.equal(registry.get(second.id), second);
  });
});

describe('mappings', () => {
  it('that come and go are followed: what has lost its own may go after its next call, what has one stays', () => {
    let mapped = new Set([id(0), id(1), id(2), id(3)]);
    const registry = new Registry({ maxStrangers: 2, isAssigned: (record) => mapped.has(record.id) });
    const [first] = fill(registry, 4);
    for (const number of [4, 5]) registry.touch(newRecord(id(number), number));
    mapped = new Set([id(1), id(4)]);
    registry.touch(first as DeviceRecord);
    registry.touch(newRecord(id(6), 6));
    assert.deepEqual(
      registry.list().map((record) => record.id),
      [id(1), id(2), id(3), id(4), id(0), id(6)],
    );
  });

  it('by code keep one device, however many addresses its token comes from', () => {
    const forgotten: DeviceId[] = [];
    const registry = new Registry({
      maxStrangers: 3,
      isAssigned: (record, holdsCode) => holdsCode && record.registrationCode === CODE,
      onForget: (gone) => forgotten.push(gone),
    });
    const real = coded(0, CODE);
    registry.touch(real);
    for (let number = 1; number < 50; number++) registry.touch(coded(number, CODE));
    assert.ok(registry.size <= 4);
    assert.equal(forgotten.length, 46);
    assert.equal(registry.byRegistrationCode(CODE)?.id, id(49));
    registry.touch(real);
    for (let number = 50; number < 60; number++) registry.touch(coded(number, null));
    assert.equal(registry.byRegistrationCode(CODE), real);
  });
});

describe('time', () => {
  /** An address for any number. */
  const wide = (number: number): DeviceId =>
    parseDeviceId(
      number
        .toString(16)
        .padStart(12, '0')
        .replaceAll(/..(?=.)/g, '$&:'),
    ) as DeviceId;

  /** Milliseconds that so many new devices take; the best of some attempts, as the machine has other work. */
  function best(attempt: (round: number) => void): number {
    const times = Array.from({ length: 5 }, (_, round) => {
      const start = performance.now();
      attempt(round);
      return performance.now() - start;
    });
    return Math.min(...times);
  }

  it('of a new device and of a look-up by code does not grow with the number of devices', () => {
    const time = (devices: number) => {
      const registry = new Registry({ maxStrangers: devices, isAssigned: () => false });
      let next = 0;
      const add = (): void => {
        next++;
        registry.touch({ ...newRecord(wide(next), next), registrationCode: `CODE${next}`.padEnd(15, 'X') });
      };
      while (next < devices) add();
      const adding = best(() => {
        for (let count = 0; count < 2_000; count++) add();
      });
      const finding = best((round) => {
        for (let count = 0; count < 2_000; count++) registry.byRegistrationCode(`CODE${round}${count}`);
      });
      return { adding, finding };
    };
    const [few, many] = [time(100), time(20_000)];
    assert.ok(many.adding < 8 * few.adding, `${many.adding} ms, ${few.adding} ms with few devices`);
    assert.ok(many.finding < 8 * few.finding, `${many.finding} ms, ${few.finding} ms with few devices`);
  });
});
