/** A folder of state has one server, whatever ended the one before; commands work beside it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { display, setup } from '../support/device/calls.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { runServerProcess, startServerProcess } from '../support/server/server-process.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

describe('a folder of state', () => {
  it('is refused to a second server, which names the first one, until that has ended, by whatever, but not to commands', async (t) => {
    const cwd = tempTree(t);
    const folder = path.join(cwd, 'state');
    const env = { STORE_URL: `file:${folder}`, COMPOSE_THREADS: '1' };
    const first = await startServerProcess({ env });
    t.after(() => first.stop());
    const { api_key: key } = (await setup(first, MAC)).body;
    for (let turn = 0; turn < 2; turn++) {
      const second = await runServerProcess({ env });
      assert.equal(second.code, 78);
      const holder = `process ${first.pid} on ${os.hostname()}, since \\S+`;
      const sentence = `The state in ${folder} is in use by another server: ${holder}\\.`;
      assert.match(
        second.err,
        new RegExp(`^.*${sentence} Give each server a folder, or let them share a Redis\\.\n$`),
      );
    }
    assert.equal((await display(first, MAC, key)).status, 200);
    const ended = once(first.child, 'close');
    first.child.kill('SIGKILL');
    await ended;
    const third = await startServerProcess({ env });
    t.after(() => third.stop());
    assert.equal((await display(third, MAC, key)).status, 200);
    // It can be shown, checked and exported beside its server.
    for (const args of [
      ['show'],
      ['check'],
      ['export', 'backup.jsonl'],
      ['check', 'state'],
      ['check', env.STORE_URL],
    ]) {
      const { code, err } = await runCommand(cwd, ['state', ...args], env);
      assert.equal(code, 0, `${args}: ${err}`);
    }
    assert.equal((await display(third, MAC, key)).status, 200);
  });
});
