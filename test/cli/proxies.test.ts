/** TRUST_PROXY, as the server and `stipple config check` take it: each value is taken, or refused in one sentence. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const WARNED = /TRUST_PROXY is [^"]*: every caller may say which address it has, .* or the number of proxies/;

describe('trust in the whole internet', () => {
  it('is warned of at the start', async (t) => {
    const server = await startServerProcess({ env: { TRUST_PROXY: 'true' } });
    t.after(() => server.stop());
    assert.equal((await fetch(`${server.url}/health`)).status, 200);
    await until(() => server.lines().some((line) => WARNED.test(line)), 'the warning in the log');
  });

  for (const value of ['true', '0.0.0.0/0, ::/0', '0.0.0.0/1,128.0.0.0/1', '99']) {
    it(`is warned of by a check of the config: ${value}`, async (t) => {
      const folder = tempTree(t, { 'config.yaml': 'default_screen: service-builtin/clock\n' });
      const env = { CONFIG_FILE: 'config.yaml', TRUST_PROXY: value };
      const { out, err } = await runCommand(folder, ['config', 'check'], env);
      assert.match(out + err, WARNED);
    });
  }
});

it('a mask with a gap, and a network without an address, are refused without a stack', async (t) => {
  const folder = tempTree(t, { 'config.yaml': 'default_screen: service-builtin/clock\n' });
  for (const value of ['10.0.0.0/255.0.255.0', '10.0.0.0/33', 'proxy.example/8']) {
    for (const args of [['serve'], ['config', 'check']]) {
      const env = { CONFIG_FILE: 'config.yaml', BIND_ADDR: '127.0.0.1:0', TRUST_PROXY: value };
      const { code, out, err } = await runCommand(folder, args, env);
      assert.equal(code, 1, value);
      assert.match(out + err, /TRUST_PROXY: expected true, false, a number of proxies, or addresses/);
      assert.doesNotMatch(out + err, /\n\s+at /);
    }
  }
});
