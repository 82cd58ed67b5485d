import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { type DeviceRecord, newRecord } from '../../../src/fleet/register/device-record.ts';
import { RecordShelf, type RestRules } from '../../../src/fleet/register/record-shelf.ts';
import { REGISTRY_LIMITS } from '../../../src/fleet/register/registry-limits.ts';
import { macOf } from '../../support/device/mac.ts';

const COUNT = REGISTRY_LIMITS.awakeRecords + 500;

function idOf(number: number): DeviceId {
  return parseDeviceId(macOf('02', number)) as DeviceId;
}

const CALL_EVERY_MS = REGISTRY_LIMITS.inUseMs / 2;

const RULES: RestRules = { mayRest: () => true, revisionOf: () => 7, woke: () => {} };

/** A shelf with more devices than may be objects, all of which called long ago. */
function filled(rules: Partial<RestRules> = {}): { shelf: RecordShelf; call(record: DeviceRecord): void } {
  let nowMs = 0;
  const shelf = new RecordShelf(() => nowMs);
  shelf.rules = { ...RULES, ...rules };
  const call = (record: DeviceRecord): void => {
    nowMs += CALL_EVERY_MS;
    shelf.put(record, true);
  };
  for (let number = 0; number < COUNT; number++) call(newRecord(idOf(number), number));
  nowMs += REGISTRY_LIMITS.inUseMs;
  return { shelf, call };
}

it('lets those rest at once that a start has loaded, in their order, and before those that call meanwhile', () => {
  const shelf = new RecordShelf();
  shelf.rules = { ...RULES, mayRest: ({ id }) => id !== idOf(3) };
  shelf.put(newRecord(idOf(9), 9), true);
  for (let number = 0; number < 5; number++) shelf.put(newRecord(idOf(number), number), false);
  assert.deepEqual(
    shelf.ids().map((id) => [id, shelf.resting(id)?.revision ?? null]),
    [0, 1, 2, 4, 9, 3].map((number) => [idOf(number), number === 9 || number === 3 ? null : 7]),
  );
});

it('keeps one object of a record that somebody works on while it is read again', () => {
  const shelf = new RecordShelf();
  shelf.rules = RULES;
  for (const isUsed of [true, false]) shelf.put(newRecord(idOf(isUsed ? 1 : 2), 1), isUsed);
  for (const id of [idOf(1), idOf(2)]) {
    const record = shelf.get(id) as DeviceRecord;
    shelf.put(record, false);
    assert.equal(shelf.get(id), record);
  }
});

it('lets those rest that were seen longest ago, and lists all in the order of contact', () => {
  const { shelf } = filled();
  assert.equal(shelf.size, COUNT);
  assert.equal(shelf.resting(idOf(0))?.revision, 7);
  assert.equal(shelf.resting(idOf(COUNT - 1)), null);
  assert.deepEqual(
    shelf.ids(),
    Array.from({ length: COUNT }, (_, number) => idOf(number)),
  );
  assert.equal(shelf.peek(idOf(3))?.firstSeenMs, 3);
});

it('gives one object for a record that is asked for, and keeps what is changed in it and its place', () => {
  const woken: DeviceRecord[] = [];
  const { shelf } = filled({ woke: ({ record }) => woken.push(record) });
  const record = shelf.get(idOf(5)) as DeviceRecord;
  record.address = '192.0.2.1';
  assert.equal(shelf.get(idOf(5)), record);
  assert.equal(shelf.peek(idOf(5)), record);
  assert.deepEqual(woken, [record]);
  assert.equal(shelf.ids()[5], idOf(5));
  shelf.rest(idOf(5));
  assert.notEqual(shelf.get(idOf(5)), record);
  assert.equal(shelf.get(idOf(5))?.address, '192.0.2.1');
});

it('looking at all of them wakes none', () => {
  const { shelf } = filled();
  for (const id of shelf.ids()) assert.equal(shelf.peek(id)?.id, id);
  assert.notEqual(shelf.resting(idOf(0)), null);
});

it('lets no record rest that is in use, or has changes that are not kept', () => {
  const { shelf, call } = filled({ mayRest: ({ id }) => id !== idOf(0) });
  const used = shelf.get(idOf(COUNT - 1));
  for (let number = COUNT; number < 2 * COUNT; number++) {
    call(newRecord(idOf(number), number));
    shelf.get(idOf(COUNT - 1));
  }
  assert.equal(shelf.resting(idOf(0)), null);
  assert.notEqual(shelf.resting(idOf(COUNT)), null, 'one in use keeps none awake that is behind it');
  assert.equal(shelf.get(idOf(COUNT - 1)), used);
  assert.equal(shelf.resting(idOf(COUNT - 1)), null);
});

it('has what is put and deleted in any order, once each', () => {
  const { shelf } = filled();
  shelf.delete(idOf(1));
  shelf.get(idOf(2));
  shelf.delete(idOf(2));
  shelf.put(newRecord(idOf(3), 3), true);
  assert.equal(shelf.size, COUNT - 2);
  assert.equal(shelf.has(idOf(2)), false);
  assert.equal(shelf.get(idOf(2)), null);
  assert.equal(shelf.ids().at(-1), idOf(3));
  assert.equal(new Set(shelf.ids()).size, COUNT - 2);
});
