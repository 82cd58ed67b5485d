import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { KeptLogs } from '../../../src/fleet/register/kept-logs.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { openState } from '../../../src/state/open-state.ts';
import { StateError } from '../../../src/state/state-error.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:01') as DeviceId;

it('shows all servers what a device has sent to one, a long entry by its beginning', async (t) => {
  const opened = await openState('');
  assert.ok(opened.ok);
  t.after(() => opened.value.close());
  const [one, two] = [new KeptLogs(opened.value.logs), new KeptLogs(opened.value.logs)];
  await one.append(ID, [{ id: 1 }, { text: 'x'.repeat(LIMITS.logEntryCharacters) }], true);
  assert.equal((await two.list(ID)).length, 2, 'it is kept when it was taken');
  await two.append(ID, [], true);
  await two.append(ID, [{ id: 3 }], true);
  const [first, long, last] = await one.list(ID);
  assert.deepEqual([first, last], [{ id: 1 }, { id: 3 }]);
  assert.equal((long as { characters: number }).characters, LIMITS.logEntryCharacters + 11);
});

it('shows what this server was sent while the store is away', async () => {
  const away = (): Promise<never> => Promise.reject(new StateError('unavailable', 'away'));
  const logs = new KeptLogs({ append: away, list: away });
  await logs.append(ID, [{ id: 1 }], true);
  assert.deepEqual(await logs.list(ID), [{ id: 1 }]);
});
