/** What is kept of params that were sensitive, in each engine, and what servers with one store know of each other. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SensitiveParam } from '../../../src/domain/sensitive-param.ts';
import { KeptSensitive } from '../../../src/fleet/register/kept-sensitive.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { SensitiveMemory } from '../../../src/screens/sources/sensitive-memory.ts';
import { exportState, importState } from '../../../src/state/export-state.ts';
import type { State } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { logInto } from '../../support/server/log-lines.ts';
import { enginesUnderTest } from '../../support/state/engines.ts';
import { openMemory } from '../../support/state/memory.ts';
import { until } from '../../support/waiting.ts';

const PARAM: SensitiveParam = { screen: 'local/a', param: 'key', isOpen: false, changes: 1, atMs: 1 };
const FIELD = { name: 'key', type: 'string', required: false, sensitive: true } as const;
const DECLARED = [{ ...FIELD, multiline: false, hidden: false, advanced: false }];
const FOUND = { handle: 'local', path: 'a', roots: [] };

interface Server {
  readonly memory: SensitiveMemory;
  readonly kept: KeptSensitive;
}

function serverOn(state: Pick<State, 'sensitive' | 'notices' | 'health'>): Server {
  const memory = new SensitiveMemory();
  return { memory, kept: new KeptSensitive({ memory, state, log: createLogger('error', logInto([])) }) };
}

for (const { engine, fresh, pair } of enginesUnderTest()) {
  describe(`params that were sensitive, in ${engine}`, () => {
    it('are known after a start, and so is what was opened', async (t) => {
      const state = await fresh(t);
      const first = serverOn(state);
      await first.kept.load();
      first.memory.guard(FOUND, DECLARED, DECLARED);
      await first.kept.close();
      const second = serverOn(state);
      assert.equal(second.kept.isLoaded, false);
      await second.kept.load();
      assert.equal(second.kept.isLoaded, true);
      assert.deepEqual(
        second.memory.list().map(({ screen, param }) => [screen, param]),
        [['local/a', 'key']],
      );
      assert.ok(second.memory.open('local/a', 'key'));
      await second.kept.close();
      const third = serverOn(state);
      await third.kept.load();
      assert.deepEqual(third.memory.list(), []);
    });

    // Only one server at a time has a folder.
    if (engine !== 'file') {
      it('are known to another server at once, which does not overwrite a later word', async (t) => {
        const [one, two] = await pair(t);
        const [a, b] = [serverOn(one), serverOn(two)];
        for (const { kept } of [a, b]) {
          await kept.load();
          kept.start();
        }
        a.memory.guard(FOUND, DECLARED, DECLARED);
        await until(() => b.memory.list().length === 1);
        b.memory.open('local/a', 'key');
        await until(() => a.memory.list().length === 0);
        a.memory.take(PARAM);
        assert.deepEqual(a.memory.list(), []);
        for (const { kept } of [a, b]) await kept.close();
      });
    }

    it('are in an export, and come back from it', async (t) => {
      const [from, to] = [await fresh(t), await fresh(t)];
      const first = serverOn(from);
      first.memory.guard(FOUND, DECLARED, DECLARED);
      await first.kept.close();
      const lines: string[] = [];
      for await (const line of exportState(from, Date.now())) lines.push(line);
      await importState(to, lines);
      const second = serverOn(to);
      await second.kept.load();
      assert.equal(second.memory.list().length, 1);
    });
  });
}

it('params that were sensitive are written once a store is back', async (t) => {
  const state = await openMemory(t);
  let isAway = true;
  const listeners: ((isUp: boolean) => void)[] = [];
  const away = {
    ...state,
    sensitive: {
      ...state.sensitive,
      all: () => (isAway ? Promise.reject(new StateError('unavailable', 'away')) : state.sensitive.all()),
      put: (name: string, record: string, fence: number) =>
        isAway
          ? Promise.reject(new StateError('unavailable', 'away'))
          : state.sensitive.put(name, record, fence),
    },
    health: {
      ...state.health,
      onChange: (listener: (isUp: boolean) => void) => {
        listeners.push(listener);
        return () => undefined;
      },
    },
  };
  const { memory, kept } = serverOn(away);
  await kept.load();
  assert.equal(kept.isLoaded, false);
  kept.start();
  memory.guard(FOUND, DECLARED, DECLARED);
  await kept.close();
  assert.equal((await state.sensitive.all()).size, 0);
  isAway = false;
  for (const listener of listeners) listener(true);
  await until(async () => (await state.sensitive.all()).size === 1);
  assert.equal(kept.isLoaded, true);
});
