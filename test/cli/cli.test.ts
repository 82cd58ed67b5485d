/** The command as people run it: in a process of its own, with a directory of its own. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { VERSION } from '../../src/platform/base/version.ts';
import { finish, type Outcome, start } from '../support/processes/stipple.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';

let folder: string;

function stipple(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return finish(start(folder, args, env));
}

/** Wait until a server says where it listens. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      const port = /"port":(\d+),"msg":"listening"/.exec(text)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    child.on('close', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
}

describe('stipple', () => {
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'stipple-cli-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('without arguments says where everything comes from', async () => {
    const { code, out } = await stipple([]);
    assert.equal(code, 0);
    for (const line of [
      /^stipple +\d+\.\d+/m,
      /^config +embedded/m,
      /^screens +embedded/m,
      /^fonts +embedded/m,
      /^admin +off/m,
    ]) {
      assert.match(out, line);
    }
    assert.deepEqual(readdirSync(folder), [], 'the file system is not touched');
  });

  it('says that PORT has no effect, and what has', async () => {
    const { code, err } = await stipple([], { PORT: '8080' });
    assert.equal(code, 0);
    assert.match(err, /^warning: PORT has no effect; set BIND_ADDR/m);
  });

  it('prints its version and its help', async () => {
    assert.equal((await stipple(['--version'])).out.trim(), VERSION);
    const { out } = await stipple(['--help']);
    for (const command of ['serve', 'render', 'init', 'status', 'health'])
      assert.match(out, new RegExp(`\\b${command}\\b`));
  });

  it('ends with 64 and one hint for a wrong command line', async () => {
    for (const args of [
      ['sing'],
      ['render'],
      ['render', '-m', MAC],
      ['render', '-m', 'x', '-o', 'y.png'],
      ['serve', '--fast'],
      ['init', '--list', '--force'],
      ['init', '--all', '--screens'],
    ]) {
      const { code, err } = await stipple(args);
      assert.equal(code, 64, `${args}: ${err}`);
      assert.ok(err.startsWith('stipple: ') && !err.includes('    at '), err);
    }
  });

  it('adds the examples to all, when both are asked for', async () => {
    const { out } = await stipple(['init', '--list', '--all', '--examples']);
    assert.deepEqual(
      new Set([...out.matchAll(/^\w+/gm)].map(([kind]) => kind)),
      new Set(['config', 'screens', 'fonts', 'examples']),
    );
  });

  it('names every environment variable that cannot be used', async () => {
    const { code, err } = await stipple(['serve'], { BIND_ADDR: 'nonsense', COMPOSE_THREADS: '0' });
    assert.equal(code, 1);
    assert.match(err, /BIND_ADDR: expected .*, got "nonsense"/);
    assert.match(err, /COMPOSE_THREADS/);
  });

  it('ends with 1 and one line for a file with a secret that it cannot use, and never shows a secret', async () => {
    const env = { SERVICE_ADMIN_TOKEN: 'hunter2', SERVICE_URL_SECRET_FILE: 'nowhere' };
    const missing = await stipple(['serve'], env);
    const line =
      'SERVICE_URL_SECRET_FILE: expected a file with the secret, got "nowhere" (the file does not exist)';
    assert.deepEqual([missing.code, missing.err, missing.out], [1, `stipple: ${line}\n`, '']);
    writeFileSync(path.join(folder, 'token'), 'hunter2\n');
    const status = await stipple([], { SERVICE_ADMIN_TOKEN_FILE: 'token' });
    assert.match(status.out, /^admin +on$/m);
    assert.ok(!`${status.out}${status.err}`.includes('hunter2'));
  });

  it('ends with 78 where the config can be neither read nor written, and never waits for it', async () => {
    for (const file of ['/proc/none/config.yaml', '/dev/full', folder]) {
      const { code, err } = await stipple(['serve'], { CONFIG_FILE: file, BIND_ADDR: '127.0.0.1:0' });
      assert.equal(code, 78, err);
      assert.match(err, /^stipple: .*(?:cannot be written|expected a file)/m);
    }
  });

  it('ends with 78 and file, line, column and reason for a broken config', async () => {
    const file = path.join(folder, 'broken.yaml');
    writeFileSync(file, 'default_screen: clock\ndevices: [1, 2\n');
    const { code, err } = await stipple(['serve'], { CONFIG_FILE: file });
    assert.equal(code, 78);
    assert.match(err, /broken\.yaml:\d+:\d+: .+/);
    rmSync(file);
  });

  it('lists and extracts what is embedded, and keeps what exists', async () => {
    assert.match((await stipple(['init', '--list'])).out, /^screens +\d+ +clock\.lua$/m);
    assert.equal(existsSync(path.join(folder, 'config.yaml')), false);
    assert.equal((await stipple(['init', '--config', '--screens'])).code, 0);
    assert.ok(
      existsSync(path.join(folder, 'config.yaml')) && existsSync(path.join(folder, 'screens/clock.svg')),
    );
    assert.equal(existsSync(path.join(folder, 'fonts')), false);
    writeFileSync(path.join(folder, 'config.yaml'), '# mine\n');
    assert.match((await stipple(['init', '--config'])).out, /^kept +.*config\.yaml$/m);
    assert.equal(readFileSync(path.join(folder, 'config.yaml'), 'utf8'), '# mine\n');
    assert.match((await stipple(['init', '--config', '--force'])).out, /^overwritten/m);
    assert.notEqual(readFileSync(path.join(folder, 'config.yaml'), 'utf8'), '# mine\n');
  });
});

describe('stipple render', () => {
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'stipple-cli-'));
    writeFileSync(
      path.join(folder, 'card.lua'),
      'return { data = { text = table.concat({ device.model, device.battery_voltage, device.rssi, device.firmware_version }, " ") }, refresh_rate = 42 }',
    );
    writeFileSync(
      path.join(folder, 'card.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99" font-size="40">{{ data.text }}</text></svg>',
    );
    writeFileSync(path.join(folder, 'bad.lua'), 'error("broken on purpose")');
    writeFileSync(path.join(folder, 'bad.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('writes the PNG and says on standard error what it did', async () => {
    const args = [
      'render',
      '-m',
      MAC,
      '-o',
      'out/card.png',
      '-d',
      'x',
      '-b',
      '4.1',
      '-r=-63',
      '-f',
      '1.8.15',
      '-s',
      'card',
    ];
    const { code, out, err } = await stipple(args, { SCREENS_DIR: folder });
    assert.equal(code, 0, err);
    assert.equal(out, '');
    assert.match(err, /1872 x 1404, 4 inks, floyd-steinberg, \d+ bytes, refresh 42 s/);
    assert.match(err, /stages: script .* ms, template .* ms/);
    const { width, height } = await sharp(path.join(folder, 'out/card.png')).metadata();
    assert.deepEqual([width, height], [1872, 1404]);
  });

  it('shows what the script says and fetches, with file, line and time', async () => {
    const upstream = createHttpServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    writeFileSync(
      path.join(folder, 'chatty.lua'),
      `print("one", 2)\nlog_warn("careful")\nhttp_get("http://127.0.0.1:${port}/a?key=secret")\nreturn { data = {} }`,
    );
    writeFileSync(path.join(folder, 'chatty.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    try {
      const { code, err } = await stipple(['render', '-m', MAC, '-o', 'chatty.png', '-s', 'chatty'], {
        SCREENS_DIR: folder,
      });
      assert.equal(code, 0, err);
      assert.match(err, /^chatty\.lua:1: info: one\t2$/m);
      assert.match(err, /^chatty\.lua:2: warn: careful$/m);
      assert.match(err, /^chatty: GET http:\/\/127\.0\.0\.1:\d+\/a: 200, 5 bytes in \d+ ms$/m);
      const checked = await stipple(['check', path.join(folder, 'chatty.lua'), '--render', 'chatty.png']);
      assert.equal(checked.err.match(/chatty\.lua:1: info: one\t2/g)?.length, 1);
      assert.match(checked.err, /chatty: GET [^ ]+: there is no network in a check in \d+ ms$/m);
    } finally {
      upstream.close();
    }
  });

  it('ends with 73 and one sentence where the picture cannot be written', async () => {
    for (const [output, reason] of [
      ['card.lua/x.png', /card\.lua\/x\.png cannot be written: a part of the path is a file/],
      ['.', /\. cannot be written: it is a folder/],
      ['/proc/none/x.png', /cannot be written: there can be no such folder/],
    ] as const) {
      const { code, err } = await stipple(['render', '-m', MAC, '-o', output, '-s', 'card'], {
        SCREENS_DIR: folder,
      });
      assert.equal(code, 73, err);
      assert.match(err, reason);
      assert.doesNotMatch(err, / at /);
    }
  });

  it('writes the error picture and ends with 1 when the screen fails', async () => {
    const { code, err } = await stipple(['render', '-m', MAC, '-o', 'bad.png', '-s', 'bad'], {
      SCREENS_DIR: folder,
    });
    assert.equal(code, 1);
    assert.match(err, /bad\.lua:1: broken on purpose/);
    assert.equal((await sharp(path.join(folder, 'bad.png')).metadata()).width, 800);
  });
});

describe('stipple serve', () => {
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'stipple-cli-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('serves embedded defaults, answers `stipple health`, and ends with 0 on SIGTERM', async () => {
    const child = start(folder, ['serve'], { BIND_ADDR: '127.0.0.1:0', RASTER_THREADS: '1' });
    const done = finish(child);
    const url = await listening(child);
    assert.equal(await (await fetch(`${url}/health`)).text(), 'OK');
    const health = await stipple(['health'], { BIND_ADDR: new URL(url).host });
    assert.deepEqual([health.code, health.out], [0, 'OK\n']);
    child.kill('SIGTERM');
    const { code, err } = await done;
    assert.deepEqual([code, err], [0, '']);
    assert.equal((await stipple(['health'], { BIND_ADDR: new URL(url).host })).code, 1);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('says in one line that its address is in use, and ends with 1', async () => {
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, err } = await stipple(['serve'], { BIND_ADDR: `127.0.0.1:${port}` });
    other.close();
    assert.deepEqual(
      [code, err],
      [1, `stipple: cannot listen on 127.0.0.1:${port}: the address is in use\n`],
    );
  });

  it('fills empty directories and writes a missing config', async () => {
    const env = {
      BIND_ADDR: '127.0.0.1:0',
      RASTER_THREADS: '1',
      CONFIG_FILE: path.join(folder, 'new/config.yaml'),
      SCREENS_DIR: path.join(folder, 'screens'),
      FONTS_DIR: path.join(folder, 'fonts'),
    };
    const child = start(folder, ['serve'], env);
    const done = finish(child);
    await listening(child);
    child.kill('SIGTERM');
    assert.equal((await done).code, 0);
    assert.ok(existsSync(path.join(folder, 'new/config.yaml')));
    assert.ok(existsSync(path.join(folder, 'screens/clock.lua')));
    assert.ok(readdirSync(path.join(folder, 'fonts')).length > 0);
  });
});
