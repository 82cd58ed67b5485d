/** A real file system without room: what a server says, and how it goes on. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { openState } from '../../../src/state/open-state.ts';
import { display, setup } from '../../support/device/calls.ts';
import { macOf } from '../../support/device/mac.ts';
import { fill, MIB, makeRoom, smallDisk } from '../../support/files/small-disk.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { opened } from '../../support/state/engines.ts';
import { until } from '../../support/waiting.ts';

describe('a full disk', () => {
  it('takes no changes until there is room again, and everything that was kept is read meanwhile', async (t) => {
    const disk = smallDisk(t, 24 * MIB);
    if (disk === null) return;
    const { devices, contents, health } = await opened(t, `file:${path.join(disk, 'state')}`);
    const changes: boolean[] = [];
    health.onChange((isUp) => changes.push(isUp));
    await devices.claim('a', 'identity', [], 1);
    fill(disk);
    const writes = Array.from({ length: 200 }, (_, number) =>
      contents.put(String(number), Buffer.alloc(50_000)).then(
        () => null,
        (error: unknown) => error,
      ),
    );
    const errors = (await Promise.all(writes)).filter((error) => error !== null);
    assert.ok(errors.length > 0);
    for (const error of errors)
      assert.match(String(error), /The disk of the state folder .* is full \(ENOSPC\)\.$/);
    assert.deepEqual([changes, health.isUp], [[false], false]);
    await assert.rejects(devices.claim('b', 'identity', [], 1), { kind: 'full' });
    assert.equal((await devices.get('a'))?.identity, 'identity');
    makeRoom(disk);
    await until(() => health.isUp);
    assert.deepEqual(changes, [false, true]);
    assert.equal((await devices.claim('b', 'identity', [], 1)).won, true);
    assert.equal(await contents.put('after', Buffer.alloc(50_000)), true);
  });

  it('is a sentence for who begins with it, and what is kept can be read', async (t) => {
    const disk = smallDisk(t, 24 * MIB);
    if (disk === null) return;
    const kept = `file:${path.join(disk, 'kept')}`;
    const before = await opened(t, kept);
    await before.devices.claim('a', 'identity', [], 1);
    await before.close();
    for (const left of [0, 4_096, 12_288, 20_480, 40_960, MIB]) {
      fill(disk, left);
      const folder = path.join(disk, 'new');
      const state = await openState(`file:${folder}`);
      if (state.ok) await state.value.close();
      assert.match(state.ok ? 'opened' : state.error, /^The disk of the state folder .* is full/, `${left}`);
      const { devices, close } = await opened(t, kept);
      assert.equal((await devices.get('a'))?.identity, 'identity');
      await assert.rejects(devices.claim('b', 'identity', [], 1), { kind: 'full' });
      await close();
      rmSync(folder, { recursive: true, force: true });
      makeRoom(disk);
    }
  });

  it('is said once by a server, which serves whom it knows, and is told by its metrics', async (t) => {
    const disk = smallDisk(t, 24 * MIB);
    if (disk === null) return;
    const env = { STORE_URL: `file:${path.join(disk, 'state')}`, METRICS_ADDR: '127.0.0.1:0' };
    const server = await startServerProcess({ env });
    t.after(() => server.stop());
    const known = macOf('02', 1);
    const { api_key: key } = (await setup(server, known)).body;
    fill(disk);
    const said = (text: string): number => server.lines().filter((line) => line.includes(text)).length;
    for (let number = 2; said('takes no changes') === 0 && number < 5_000; number++)
      await setup(server, macOf('02', number));
    for (let number = 6_000; number < 6_020; number++) await setup(server, macOf('02', number));
    assert.equal((await display(server, known, key)).status, 200);
    assert.equal(said('the state store takes no changes'), 1);
    assert.equal(said('ENOSPC'), 1);
    makeRoom(disk);
    await until(() => said('the state store takes changes again') === 1);
    assert.equal((await setup(server, macOf('02', 7_000))).status, 200);
  });
});
