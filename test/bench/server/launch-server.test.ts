/** Servers in processes of their own: how they start, what they use, how they end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { childrenOf, isAlive } from '../../support/processes/processes.ts';
import { until } from '../../support/waiting.ts';
import { openOwn, operatorFiles, ownTemp, refusalOf, SCREENS, show } from './operator.ts';

const CONFIG = 'devices:\n  "AA:BB:CC:DD:EE:01": { screen: one }\n';

/** The processes of a server of this process, the server first. */
function familyOf(pid: number): readonly number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** The server among the processes that this one has started: the one that has started others. */
function ownServer(): number {
  const pid = childrenOf(process.pid).find((child) => childrenOf(child).length > 0);
  return pid ?? assert.fail('no server runs');
}

describe('a server of the bench', () => {
  it('says what it uses with all its processes, which grows, and what it used when it is gone', async (t) => {
    const server = await openOwn(t, operatorFiles(t, CONFIG));
    const before = server.usage() ?? assert.fail('not on this system');
    assert.ok(before.mb > 50 && before.cpuSeconds > 0.1, JSON.stringify(before));
    const [device = assert.fail()] = server.devices;
    const after = await until(async () => {
      await show(server, device);
      const now = server.usage();
      return now !== null && now.cpuSeconds > before.cpuSeconds && now;
    });
    await server.stop();
    const last = server.usage();
    assert.ok((last?.cpuSeconds ?? 0) >= after.cpuSeconds);
    // It was stopped, and has not ended by itself.
    assert.equal(await Promise.race([server.ended, fetch(`${server.url}/health`).catch(() => null)]), null);
  });

  it('leaves nothing when it is stopped, also when its processes were killed before', async (t) => {
    const environment = operatorFiles(t, CONFIG);
    const runFolders = ownTemp(t);
    const server = await openOwn(t, environment);
    assert.equal(runFolders().length, 1);
    const pid = ownServer();
    const [, ...children] = familyOf(pid);
    for (const child of children) process.kill(child, 'SIGKILL');
    await Promise.all([server.stop(), server.stop()]);
    for (const one of [pid, ...children]) assert.ok(!isAlive(one));
    assert.deepEqual(runFolders(), []);
    await assert.rejects(fetch(`${server.url}/health`));
  });

  it('that does not end is killed', async (t) => {
    const server = await openOwn(t, operatorFiles(t, CONFIG), { patienceMs: 50 });
    const pid = ownServer();
    process.kill(pid, 'SIGSTOP');
    await server.stop();
    assert.ok(!isAlive(pid));
  });

  it('that ends by itself says how', async (t) => {
    const server = await openOwn(t, operatorFiles(t, CONFIG));
    process.kill(ownServer(), 'SIGKILL');
    assert.equal(await server.ended, 'the server ended by itself: SIGKILL');
    await server.stop();
  });

  it('ends with the bench, even if that is killed', async (t) => {
    const environment = operatorFiles(t, CONFIG);
    const program = `
      import { startOwnServer } from ${JSON.stringify(new URL('../../../src/bench/server/own-server.js', import.meta.url).href)};
      const started = await startOwnServer({ fleet: { kind: 'config' }, devices: 1, seed: 1, upstreams: [] });
      console.log(started.ok ? started.value.url : started.error);`;
    const bench = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => bench.kill('SIGKILL'));
    let out = '';
    bench.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const url = await until(() => out.includes('\n') && out.trim());
    assert.equal((await fetch(`${url}/health`)).status, 200);
    const family = familyOf(bench.pid ?? 0).slice(1);
    assert.ok(family.length >= 2, String(family));
    bench.kill('SIGKILL');
    await until(() => !family.some(isAlive));
  });
});

describe('a start that fails', () => {
  it('says what is wrong with the config, and where', async (t) => {
    const environment = operatorFiles(t, 'devices:\n  "AA:BB:CC:DD:EE:01": {}\n');
    assert.match(
      await refusalOf(environment),
      /config\.yaml:2:\d+: devices\.AA:BB:CC:DD:EE:01: expected a `screen`, got none$/,
    );
  });

  it('says what is wrong with the environment, and with names of upstreams', async (t) => {
    const environment = operatorFiles(t, CONFIG);
    assert.match(await refusalOf({ ...environment, COMPOSE_THREADS: '0' }), /^COMPOSE_THREADS: expected /);
    assert.equal(
      await refusalOf(environment, { upstreams: ['a.test', 'https://b.test/'] }),
      'expected an upstream such as api.example.com or 192.168.0.7:8080, got "https://b.test/"',
    );
  });

  it('gives the reason of the server, and leaves nothing', async (t) => {
    const environment = operatorFiles(t, CONFIG, SCREENS);
    const runFolders = ownTemp(t);
    const folder = environment['CONFIG_FILE'];
    const said = await refusalOf({ ...environment, FONTS_DIR: folder });
    assert.match(
      said,
      /^the server did not start: FONTS_DIR: .* cannot be read or filled \(ENOTDIR\) \(exit code 1\)$/,
    );
    assert.deepEqual(runFolders(), []);
  });

  it('can be interrupted', async (t) => {
    const interrupted = AbortSignal.abort();
    const said = await refusalOf(operatorFiles(t, CONFIG), { signal: interrupted });
    assert.equal(said, 'the start of the server was interrupted');
  });
});
