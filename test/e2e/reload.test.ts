/** SIGHUP: a real server reads its config and its secrets again while devices and admins call. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { isAlive } from '../support/processes/processes.ts';
import { finish, MAIN, start } from '../support/processes/stipple.ts';
import { TOKEN } from '../support/server/admin.ts';
import { Caller, hangUp } from '../support/server/reloads.ts';
import { PLAIN_SCREEN, screensOf } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { requireTool } from '../support/tools/tools.ts';
import { until } from '../support/waiting.ts';

const SVG = PLAIN_SCREEN['plain.svg'] ?? '';
const SCREENS = screensOf(
  {
    plain: 'return { data = { title = "plain" }, refresh_rate = 120 }',
    other: 'return { data = { title = "other" }, refresh_rate = 120 }',
  },
  SVG,
);

const CONFIG = 'default_screen: plain\n';
const FIRST_SECRET = 'first';

/** A server for all tests that leave it running, with its secrets in files. */
let shared: ServerProcess;
let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stipple-reload-'));
  writeFileSync(path.join(folder, 'token'), `${TOKEN}\n`);
  writeFileSync(path.join(folder, 'secret'), FIRST_SECRET);
  shared = await startServerProcess({
    screens: SCREENS,
    config: CONFIG,
    env: {
      SERVICE_ADMIN_TOKEN: '',
      SERVICE_ADMIN_TOKEN_FILE: path.join(folder, 'token'),
      SERVICE_URL_SECRET_FILE: path.join(folder, 'secret'),
    },
  });
});
after(async () => {
  await shared.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The server with the config that it began with, and a log that begins now. */
async function open() {
  const config = path.join(shared.screensDir, '..', 'config.yaml');
  if (readFileSync(config, 'utf8') !== CONFIG) {
    // In one step: it may be reading the file just now.
    writeFileSync(`${config}.first`, CONFIG);
    renameSync(`${config}.first`, config);
    await hangUp(shared);
  }
  const begun = shared.lines().length;
  const server: ServerProcess = { ...shared, lines: () => shared.lines().slice(begun) };
  return { server, config, caller: new Caller(server) };
}

/** The status of a call of the admin API. */
async function adminStatus(server: ServerProcess, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/api/admin/devices`, { headers });
  await response.arrayBuffer();
  return response.status;
}

function linesWith(server: ServerProcess, text: string): string[] {
  return server.lines().filter((line) => line.includes(text));
}

describe('a server whose config file is edited', () => {
  it('takes it by itself, and serves on with the old one while it is broken', async () => {
    const { server, config, caller } = await open();
    const before = await caller.wake(1);
    writeFileSync(config, 'default_screen: other\ndevices: 7\n');
    await until(() => linesWith(server, '"msg":"config not reloaded"').length === 1);
    assert.equal((await caller.wake(1)).filename, before.filename);
    writeFileSync(config, 'default_screen: other\n');
    await until(() => linesWith(server, '"changed":["config"]').length === 1);
    assert.notEqual((await caller.wake(1)).filename, before.filename);
    assert.equal(linesWith(server, '"msg":"config not reloaded"').length, 1);
  });

  it('has nothing to say about what the admin API has written', async () => {
    const { server, config, caller } = await open();
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ screen: 'local/other' });
    const changed = await fetch(`${server.url}/api/admin/devices/DEFAULT`, {
      method: 'PATCH',
      headers,
      body,
    });
    assert.ok(changed.ok || changed.status === 404, String(changed.status));
    writeFileSync(config, `${readFileSync(config, 'utf8')}# by hand\n`);
    await until(() => linesWith(server, '"msg":"reloaded"').length === 1);
    assert.ok((await caller.wake(1)).filename.length > 0);
    assert.equal(linesWith(server, '"msg":"reloaded"').length, 1);
  });
});

describe('a server that gets SIGHUP', () => {
  it('takes the new config, while every call is answered', async () => {
    const { server, config, caller } = await open();
    const before = await caller.wake(1);
    const load = caller.callUntilTold([1, 2, 3]);
    for (const screen of ['other', 'plain', 'other']) {
      writeFileSync(config, `default_screen: ${screen}\n`);
      assert.deepEqual(await hangUp(server), { changed: ['config'], refused: [] });
    }
    const after = await caller.wake(4);
    const { calls, failed } = await load.stop();
    assert.deepEqual(failed, []);
    assert.ok(calls > 0);
    assert.notDeepEqual(after.png, before.png);
    assert.deepEqual(await hangUp(server), { changed: [], refused: [] });
  });

  it('serves on with the config that it has where the file is broken or cannot be read', async () => {
    const { server, config, caller } = await open();
    const before = await caller.wake(1);
    writeFileSync(config, 'default_screen: other\ndevices: 7\n');
    assert.deepEqual(await hangUp(server), { changed: [], refused: ['config'] });
    const [line = ''] = linesWith(server, '"msg":"config not reloaded"');
    const said = JSON.parse(line);
    assert.deepEqual([said.level, said.config.line, said.config.column], ['error', 2, 10]);
    assert.match(said.config.file, /config\.yaml$/);
    assert.match(said.config.message, /devices/);
    rmSync(config);
    mkdirSync(config);
    assert.deepEqual(await hangUp(server), { changed: [], refused: ['config'] });
    assert.match(linesWith(server, '"msg":"config not reloaded"')[1] ?? '', /expected a file, got a folder/);
    assert.equal((await caller.wake(1)).filename, before.filename);
    rmSync(config, { recursive: true });
    writeFileSync(config, 'default_screen: other\n');
    assert.deepEqual(await hangUp(server), { changed: ['config'], refused: [] });
    assert.notEqual((await caller.wake(1)).filename, before.filename);
  });

  it('warns of what is doubtful in the new config, once', async () => {
    const { server, config } = await open();
    writeFileSync(config, 'default_screen: plain\ndevices: { DEFAULT: { screen: plain, nme: Hall } }\n');
    await hangUp(server);
    await until(() => linesWith(server, 'devices.DEFAULT.nme').length > 0, 'the warning is there');
    writeFileSync(config, `# moved\n${readFileSync(config, 'utf8')}`);
    await hangUp(server);
    assert.equal(linesWith(server, 'devices.DEFAULT.nme').length, 1);
  });

  it('takes the new token of the config, and of the file of its environment', async (t) => {
    const file = path.join(folder, 'token');
    const { server } = await open();
    writeFileSync(file, 'second of the file\n');
    assert.deepEqual(await hangUp(server), { changed: ['secrets'], refused: [] });
    assert.equal(await adminStatus(server, TOKEN), 401);
    assert.equal(await adminStatus(server, 'second of the file'), 200);
    rmSync(file);
    assert.deepEqual(await hangUp(server), { changed: [], refused: ['secrets'] });
    assert.equal(await adminStatus(server, 'second of the file'), 200);
    assert.match(
      linesWith(server, '"msg":"secrets not reloaded"')[0] ?? '',
      /SERVICE_ADMIN_TOKEN_FILE: expected a file with the secret, got .*token.* \(the file does not exist\)/,
    );
    assert.deepEqual(linesWith(server, 'of the file'), [], 'no secret in the log');
    writeFileSync(file, `${TOKEN}\n`);
    assert.deepEqual(await hangUp(server), { changed: ['secrets'], refused: [] });

    const text = 'default_screen: plain\nadmin: { token: of the config }\n';
    const ofConfig = await startServerProcess({ config: text, env: { SERVICE_ADMIN_TOKEN: '' } });
    t.after(() => ofConfig.stop());
    writeFileSync(
      path.join(ofConfig.screensDir, '..', 'config.yaml'),
      text.replace('of the config', 'another'),
    );
    await hangUp(ofConfig);
    assert.equal(await adminStatus(ofConfig, 'of the config'), 401);
    assert.equal(await adminStatus(ofConfig, 'another'), 200);
  });

  it('signs with the new secret, and accepts addresses that it has signed with the former one', async () => {
    const file = path.join(folder, 'secret');
    const { server, caller } = await open();
    const before = await caller.wake(1);
    writeFileSync(file, 'second');
    assert.deepEqual(await hangUp(server), { changed: ['secrets'], refused: [] });
    assert.deepEqual(await caller.picture(before.imageUrl), before.png);
    const after = await caller.wake(2);
    assert.equal(after.filename, before.filename);
    const forged = before.imageUrl.replace(/sig=./, (start) => (start === 'sig=0' ? 'sig=1' : 'sig=0'));
    assert.equal((await fetch(forged)).status, 403);
  });

  it('loses no write of the admin API, and no edit by hand', async () => {
    const { server, config } = await open();
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const macs = Array.from({ length: 20 }, (_, n) => `AA:BB:CC:DD:00:${String(n).padStart(2, '0')}`);
    const created: number[] = [];
    for (const [index, mac] of macs.entries()) {
      if (index % 5 === 0) writeFileSync(config, `${readFileSync(config, 'utf8')}# ${index} by hand\n`);
      const body = JSON.stringify({ key: mac, screen: 'local/plain' });
      const answer = fetch(`${server.url}/api/admin/devices`, { method: 'POST', headers, body });
      server.child.kill('SIGHUP');
      created.push((await answer).status);
    }
    assert.deepEqual(new Set(created), new Set([200]));
    await hangUp(server);
    const text = readFileSync(config, 'utf8');
    for (const mac of macs) assert.ok(text.includes(mac), mac);
    assert.equal(text.match(/by hand/g)?.length, 4);
  });

  it('survives a storm of them, with the last config in use', async () => {
    const { server, config, caller } = await open();
    const before = await caller.wake(1);
    for (let round = 0; round < 50; round += 1) {
      // In one step: a reload may be reading the file just now.
      writeFileSync(`${config}.new`, `default_screen: ${round % 2 === 0 ? 'plain' : 'other'}\n`);
      renameSync(`${config}.new`, config);
      server.child.kill('SIGHUP');
    }
    await until(async () => (await caller.wake(1)).filename !== before.filename, 'the last config is in use');
    await hangUp(server);
    assert.notEqual((await caller.wake(1)).filename, before.filename);
  });
});

describe('SIGHUP at another time', () => {
  const ENV = { BIND_ADDR: '127.0.0.1:0', COMPOSE_THREADS: '1', RASTER_THREADS: '1' };

  it('during the start means: once it is over', async (t) => {
    const child = start(tempTree(t), ['serve'], ENV);
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      if (String(chunk).includes('"msg":"listening"')) child.kill('SIGHUP');
      if (String(chunk).includes('"msg":"reloaded"')) child.kill('SIGTERM');
    });
    const { code } = await finish(child);
    assert.equal(code, 0);
    assert.ok(out.indexOf('"msg":"ready"') > 0);
    assert.ok(out.indexOf('"msg":"reloaded"') > out.indexOf('"msg":"ready"'), out);
  });

  it('during the stop means nothing', async (t) => {
    const child = start(tempTree(t), ['serve'], ENV);
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      if (String(chunk).includes('"msg":"ready"')) {
        child.kill('SIGTERM');
        child.kill('SIGHUP');
      }
      if (String(chunk).includes('"msg":"stopping"')) child.kill('SIGHUP');
    });
    const { code } = await finish(child);
    assert.equal(code, 0, out);
    assert.match(out, /"msg":"stopped"/);
  });

  it('from a terminal that is closed means the end, from one that is open a reload', async (t) => {
    const folder = tempTree(t);
    const log = path.join(folder, 'log');
    const command = `echo $$ > pid; exec '${process.execPath}' '${MAIN}' serve`;
    const terminal = spawn(requireTool('script'), ['-qfc', command, log], {
      cwd: folder,
      env: { PATH: process.env['PATH'], SHELL: '/bin/sh', ...ENV, LOG_FORMAT: 'json' },
      stdio: 'ignore',
    });
    t.after(() => terminal.kill('SIGKILL'));
    const logged = (text: string) => readFileSync(log, 'utf8').includes(`"msg":"${text}"`);
    await until(() => readFileSync(log, { encoding: 'utf8', flag: 'a+' }) !== '' && logged('ready'));
    const pid = Number(readFileSync(path.join(folder, 'pid'), 'utf8'));
    process.kill(pid, 'SIGHUP');
    await until(() => logged('reloaded'));
    assert.ok(isAlive(pid));
    terminal.kill('SIGKILL');
    await until(() => !isAlive(pid), 'the server has ended');
    assert.ok(!logged('stopping'));
  });
});
