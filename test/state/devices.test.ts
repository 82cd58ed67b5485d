import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STATE_LIMITS } from '../../src/state/limits.ts';
import { pruneDevices } from '../../src/state/prune.ts';
import type { State, StoredDevice } from '../../src/state/state.ts';
import { StateError } from '../../src/state/state-error.ts';
import { enginesUnderTest } from '../support/state/engines.ts';

const MAC = 'AA:BB:CC:00:00:01';
const OTHER = 'AA:BB:CC:00:00:02';
const CODE = 'ABCDEFGHJK';

async function allOf({ devices }: State): Promise<readonly StoredDevice[]> {
  const all: StoredDevice[] = [];
  for await (const batch of devices.all()) all.push(...batch);
  return all;
}

/** Some at a time: a device waits only so long. */
async function claimAll(
  { devices }: State,
  ids: readonly string[],
  seenMs: (number: number) => number,
): Promise<void> {
  for (let first = 0; first < ids.length; first += 50) {
    const some = ids.slice(first, first + 50);
    await Promise.all(some.map((id, index) => devices.claim(id, id, [], seenMs(first + index))));
  }
}

async function idsOf(state: State): Promise<readonly string[]> {
  return (await allOf(state)).map(({ id }) => id);
}

for (const { engine, fresh, pair } of enginesUnderTest()) {
  describe(`devices in ${engine}`, () => {
    it('keep the identity of the first of fifty that claim at once, and all see it', async (t) => {
      const states = await pair(t);
      const claims = await Promise.all(
        Array.from({ length: 50 }, (_, caller) =>
          states[caller % 2 === 0 ? 0 : 1].devices.claim(MAC, `identity ${caller}`, [], caller),
        ),
      );
      const winner = claims.find(({ won }) => won)?.device;
      assert.equal(claims.filter(({ won }) => won).length, 1);
      assert.match(winner?.identity ?? '', /^identity \d+$/);
      for (const { device } of claims) assert.deepEqual(device, winner);
      for (const state of states) assert.deepEqual(await state.devices.get(MAC), winner);
    });

    it('are put back where the store has lost them, and not where they were forgotten', async (t) => {
      const [one, two] = await pair(t);
      const put = await one.devices.putBack(MAC, 'known', [CODE], 5);
      assert.deepEqual([put.won, put.device?.identity, put.device?.seenMs], [true, 'known', 5]);
      assert.equal((await two.devices.byCode(CODE))?.id, MAC);
      const late = await two.devices.putBack(MAC, 'older', [], 9);
      assert.deepEqual([late.won, late.device], [false, put.device]);
      assert.equal(await one.devices.forget(MAC), true);
      assert.deepEqual(await two.devices.putBack(MAC, 'known', [CODE], 5), { won: false, device: null });
      assert.equal(await two.devices.get(MAC), null);
      const claimed = await two.devices.claim(MAC, 'new', [], 20);
      assert.deepEqual([claimed.won, claimed.device.identity], [true, 'new']);
      assert.equal((await one.devices.putBack(MAC, 'known', [CODE], 5)).device?.identity, 'new');
    });

    it('lose no change of three writers', async (t) => {
      const [one, two] = await pair(t);
      const { device } = await one.devices.claim(MAC, '0', [], 1);
      const write = async ({ devices }: State): Promise<void> => {
        for (let written = 0; written < 20; ) {
          const stored = await devices.get(MAC);
          assert.ok(stored !== null);
          const next = String(Number(stored.identity) + 1);
          const outcome = await devices.changeIdentity(MAC, stored.revision, next, []);
          if (outcome.won) written++;
        }
      };
      await Promise.all([write(one), write(two), write(one)]);
      const stored = await two.devices.get(MAC);
      assert.equal(stored?.identity, '60');
      assert.equal(stored?.revision, device.revision + 60);
    });

    it('tell who is too late what is stored now', async (t) => {
      const { devices } = await fresh(t);
      const { device } = await devices.claim(MAC, 'first', [], 1);
      const won = await devices.changeIdentity(MAC, device.revision, 'second', [CODE]);
      assert.deepEqual(won, {
        won: true,
        device: { ...device, identity: 'second', codes: [CODE], revision: device.revision + 1 },
      });
      const lost = await devices.changeIdentity(MAC, device.revision, 'third', []);
      assert.deepEqual(lost, { won: false, device: won.device });
      assert.deepEqual(await devices.changeIdentity(OTHER, 1, 'x', []), { won: false, device: null });
    });

    it('keep the last contact beside the identity, and make no device by it', async (t) => {
      const { devices } = await fresh(t);
      const { device } = await devices.claim(MAC, 'me', [], 1);
      assert.deepEqual([device.contact, device.seenMs], [null, 1]);
      assert.equal(await devices.noteContact(MAC, 'one', 5), true);
      assert.equal(await devices.noteContact(MAC, 'two', 7), true);
      assert.deepEqual(await devices.get(MAC), { ...device, contact: 'two', seenMs: 7 });
      assert.equal(await devices.noteContact(OTHER, 'x', 9), false);
      assert.equal(await devices.get(OTHER), null);
      assert.equal(await devices.count(), 1);
    });

    it('are found by the code that they used last', async (t) => {
      const { devices } = await fresh(t);
      const { device: first } = await devices.claim(MAC, 'first', [CODE, `${CODE}LONG`], 1);
      const { device: second } = await devices.claim(OTHER, 'second', [CODE], 2);
      assert.equal((await devices.byCode(CODE))?.id, OTHER);
      assert.equal((await devices.byCode(`${CODE}LONG`))?.id, MAC);
      const { device: again } = await devices.changeIdentity(MAC, first.revision, 'first', [CODE]);
      assert.equal((await devices.byCode(CODE))?.id, MAC);
      assert.equal(await devices.byCode(`${CODE}LONG`), null);
      await devices.changeIdentity(MAC, again?.revision ?? 0, 'first', []);
      assert.deepEqual(await devices.byCode(CODE), second);
      await devices.forget(OTHER);
      assert.equal(await devices.byCode(CODE), null);
    });

    it('inherit a code from one that is forgotten', async (t) => {
      const { devices } = await fresh(t);
      await devices.claim(MAC, 'first', [CODE], 1);
      await devices.claim(OTHER, 'second', [CODE], 2);
      await devices.forget(OTHER);
      assert.equal((await devices.byCode(CODE))?.id, MAC);
    });

    it('are forgotten with all that was kept of them, and are others when they come back', async (t) => {
      const { devices, logs, events, history } = await fresh(t);
      const nowMs = Date.now();
      const { device } = await devices.claim(MAC, 'me', [CODE], nowMs);
      await logs.append(MAC, ['line'], nowMs);
      await events.append(MAC, ['event'], nowMs);
      await history.put(MAC, nowMs, Buffer.alloc(STATE_LIMITS.historyPointBytes, 1));
      assert.equal(await devices.forget(MAC, nowMs - 1), false);
      assert.equal(await devices.forget(MAC, nowMs), true);
      assert.equal(await devices.forget(MAC), false);
      assert.deepEqual(await logs.list(MAC, nowMs), []);
      assert.deepEqual(await events.list(MAC, nowMs), []);
      assert.deepEqual(await history.list(MAC, 0, nowMs), []);
      assert.equal(await devices.count(), 0);
      const back = await devices.claim(MAC, 'me', [CODE], nowMs);
      assert.equal(back.won, true);
      assert.notEqual(back.device.revision, device.revision);
    });

    it('come in the order in which they were seen, each once', async (t) => {
      const state = await fresh(t);
      const ids = Array.from({ length: 1_203 }, (_, number) => `device ${number}`);
      // Many at the same time, more than there are in a batch.
      await claimAll(state, ids, (number) => (number < 600 ? 7 : number));
      await state.devices.noteContact('device 3', 'late', 5_000);
      const found = await idsOf(state);
      assert.equal(found.length, ids.length);
      assert.deepEqual(new Set(found), new Set(ids));
      assert.deepEqual(found.slice(599, -1), ids.slice(600));
      assert.equal(found.at(-1), 'device 3');
    });

    it('all come although some call meanwhile', async (t) => {
      const state = await fresh(t);
      const ids = Array.from({ length: 1_100 }, (_, number) => `device ${number}`);
      await claimAll(state, ids, (number) => number);
      const found: string[] = [];
      for await (const batch of state.devices.all()) {
        found.push(...batch.map(({ id }) => id));
        await state.devices.noteContact('device 0', 'again', 10_000);
        await state.devices.noteContact('device 1099', 'again', 10_000);
      }
      assert.deepEqual(found.toSorted(), ids.toSorted());
    });

    it('go when they are silent and may, others never, however many there are', async (t) => {
      const state = await fresh(t);
      for (let number = 0; number < 6; number++) {
        await state.devices.claim(`device ${number}`, number === 1 ? 'mapped' : '', [], number * 10);
      }
      const mayGo = ({ identity }: StoredDevice): boolean => identity !== 'mapped';
      assert.deepEqual(await pruneDevices(state, { silentMs: 1_000, mayGo }, 100), []);
      assert.deepEqual(await pruneDevices(state, { silentMs: 75, mayGo }, 100), ['device 0', 'device 2']);
      assert.deepEqual(await idsOf(state), ['device 1', 'device 3', 'device 4', 'device 5']);
    });

    it('may have any characters in their ids, codes and texts', async (t) => {
      const state = await fresh(t);
      const texts = [
        'a\nb',
        'a\0b',
        'a\r\n$5\r\n',
        '{a}',
        '}{',
        ' ',
        '😀',
        'ß',
        '*',
        '"',
        '__proto__',
        '../x',
      ];
      for (const text of texts) {
        const { device } = await state.devices.claim(text, text, [text], 3);
        assert.equal(device.id, text);
        assert.equal(await state.devices.noteContact(text, text, 4), true);
      }
      for (const text of texts) {
        const expected = { id: text, identity: text, codes: [text], contact: text, seenMs: 4 };
        const { revision: _, ...stored } = (await state.devices.get(text)) ?? { revision: 0 };
        assert.deepEqual(stored, expected);
        assert.equal((await state.devices.byCode(text))?.id, text);
      }
      assert.deepEqual(new Set(await idsOf(state)), new Set(texts));
    });

    it('are refused when they are too large', async (t) => {
      const { devices } = await fresh(t);
      const large = 'x'.repeat(STATE_LIMITS.recordBytes + 1);
      const refused = { name: 'StateError', kind: 'too_large' };
      await assert.rejects(devices.claim(MAC, large, [], 1), refused);
      await assert.rejects(devices.claim('x'.repeat(STATE_LIMITS.keyBytes + 1), '', [], 1), refused);
      await assert.rejects(devices.claim('', '', [], 1), refused);
      await assert.rejects(devices.noteContact(MAC, large, 1), refused);
      const codes = Array.from({ length: STATE_LIMITS.codesPerDevice + 1 }, String);
      await assert.rejects(devices.claim(MAC, '', codes, 1), (error) => {
        assert.ok(error instanceof StateError);
        assert.match(error.message, /at most 16 codes a device, got 17/);
        return true;
      });
      assert.equal(await devices.count(), 0);
    });
  });
}
