import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { DeviceLogs } from '../../../src/fleet/register/device-logs.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import type { JournalState } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { openMemory } from '../../support/state/memory.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:FF') as DeviceId;

function device(number: number): DeviceId {
  const hex = number.toString(16).padStart(6, '0').toUpperCase();
  return parseDeviceId(`02:00:00:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4)}`) as DeviceId;
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

describe('DeviceLogs', () => {
  it('keeps the last entries, the oldest first', async () => {
    const logs = new DeviceLogs(null);
    await logs.append(
      ID,
      Array.from({ length: LIMITS.logEntriesPerDevice }, (_, id) => ({ id })),
      true,
    );
    await logs.append(ID, [{ id: 'last' }], true);
    const kept = await logs.list(ID);
    assert.equal(kept.length, LIMITS.logEntriesPerDevice);
    assert.deepEqual(kept[0], { id: 1 });
    assert.deepEqual(kept.at(-1), { id: 'last' });
  });

  it('gives entries of every shape back as they came', async () => {
    const logs = new DeviceLogs(null);
    const entries = [{ id: 17, nested: { list: [1, null, true] } }, 'text', null, 4.5, [], 'Grüße, 日本'];
    await logs.append(ID, entries, false);
    assert.deepEqual(await logs.list(ID), entries);
  });

  it('cuts an entry that is too long, and says how long it was', async () => {
    const logs = new DeviceLogs(null);
    const long = { message: 'x'.repeat(100_000) };
    const wide = { message: '日'.repeat(5000) };
    await logs.append(ID, [long, wide], true);
    assert.deepEqual(
      await logs.list(ID),
      [long, wide].map((entry) => {
        const json = JSON.stringify(entry);
        return { cut: json.slice(0, LIMITS.logEntryCharacters), characters: json.length };
      }),
    );
  });

  it('drops old entries when they are too large together, but never the newest', async () => {
    const logs = new DeviceLogs(null);
    const large = Array.from(
      { length: 100 },
      (_, id) => `${id} ${'x'.repeat(LIMITS.logEntryCharacters - 10)}`,
    );
    await logs.append(ID, large, true);
    const kept = await logs.list(ID);
    assert.ok(kept.length >= 25 && kept.length <= 32, `${kept.length} kept`);
    assert.equal(kept.at(-1), large.at(-1));
  });

  it('has nothing of a device that never wrote', async () => {
    assert.deepEqual(await new DeviceLogs(null).list(ID), []);
  });

  it('lets made-up devices push out each other, and never those of the config', async () => {
    const logs = new DeviceLogs(null);
    const entries = Array.from({ length: 40 }, () => 'x'.repeat(LIMITS.logEntryCharacters));
    await logs.append(ID, ['mine'], true);
    for (let number = 0; number < 1000; number++) await logs.append(device(number), entries, false);
    assert.deepEqual(await logs.list(ID), ['mine']);
    assert.deepEqual(await logs.list(device(0)), []);
    assert.ok((await logs.list(device(999))).length > 0);
  });

  it('keeps a log when its device gets an entry in the config', async () => {
    const logs = new DeviceLogs(null);
    await logs.append(ID, [1], false);
    await logs.append(ID, [2], true);
    assert.deepEqual(await logs.list(ID), [1, 2]);
  });

  it('takes no more memory than it counts, whatever the entries look like', async () => {
    const shapes: Readonly<Record<string, () => unknown>> = {
      'small objects in a fat entry': () => Array.from({ length: 1000 }, () => ({ a: {} })),
      'tiny entries': () => 0,
      'long texts': () => 'x'.repeat(20_000),
      'wide texts': () => '日'.repeat(900),
    };
    for (const [name, make] of Object.entries(shapes)) {
      const logs = new DeviceLogs(null);
      const before = heapBytes();
      for (let number = 0; number < 500; number++) {
        const entries = Array.from({ length: name === 'tiny entries' ? 200 : 20 }, make);
        await logs.append(device(number), entries as never, number % 2 === 0);
      }
      const grown = heapBytes() - before;
      assert.ok(grown < logs.bytes * 1.2 + 2e6, `${name}: ${grown} bytes of heap, ${logs.bytes} counted`);
      assert.ok(logs.bytes <= LIMITS.logBytesMapped + LIMITS.logBytesUnmapped);
    }
  });
});

it('shows all servers what a device has sent to one, a long entry by its beginning', async (t) => {
  const state = await openMemory(t);
  const [one, two] = [new DeviceLogs(state.logs), new DeviceLogs(state.logs)];
  await one.append(ID, [{ id: 1 }, { text: 'x'.repeat(LIMITS.logEntryCharacters) }], true);
  assert.equal((await two.list(ID)).length, 2, 'it is kept when it was taken');
  await two.append(ID, [], true);
  await two.append(ID, [{ id: 3 }], true);
  const [first, long, last] = await one.list(ID);
  assert.deepEqual([first, last], [{ id: 1 }, { id: 3 }]);
  assert.equal((long as { characters: number }).characters, LIMITS.logEntryCharacters + 11);
});

it('shows what this server was sent while the store is away, and writes it with what comes next', async (t) => {
  const away = (): Promise<never> => Promise.reject(new StateError('unavailable', 'away'));
  const journal: JournalState = { append: away, list: away };
  const logs = new DeviceLogs(journal);
  await logs.append(ID, [{ id: 1 }], true);
  assert.deepEqual(await logs.list(ID), [{ id: 1 }]);
  const state = await openMemory(t);
  Object.assign(journal, state.logs);
  await logs.append(ID, [{ id: 2 }], true);
  assert.deepEqual(await new DeviceLogs(state.logs).list(ID), [{ id: 1 }, { id: 2 }]);
});
