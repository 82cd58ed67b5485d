/** What a server and `stipple` say about config, screens and fonts, and what is wrong with them. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { VERSION } from '../../src/platform/base/version.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { finish, start } from '../support/processes/stipple.ts';

const CONFIG = `default_screen: nowhere
admin: { token: c0nfig-token }
devices:
  "AA:BB:CC:DD:EE:01":
    screen: plain
    panel: wall
    params: { timezone: Berlin }
`;

const ENVIRONMENT = {
  BIND_ADDR: '127.0.0.1:0',
  CONFIG_FILE: 'config.yaml',
  SCREENS_DIR: 'screens',
  FONTS_DIR: 'fonts',
  TZ: 'Europe/Berln',
  STORE_URL: 'redis://:hunter2@store:6379',
  SERVICE_ADMIN_TOKEN: 'adm1n-token',
  SERVICE_URL_SECRET: 'url-s3cret',
  PUBLIC_URL: 'https://display.example/eink',
  COMPOSE_THREADS: '2',
  RASTER_THREADS: '1',
  METRICS_ADDR: '127.0.0.1:0',
};

const SECRETS = /hunter2|c0nfig-token|adm1n-token|url-s3cret/;

/** What is wrong with them. */
const SENTENCES = [
  'SCREENS_DIR: there are no screens in ',
  'FONTS_DIR: there are no fonts that can be used in ',
  'TZ: unknown time zone "Europe/Berln"; did you mean Europe/Berlin? Times are in UTC.',
  "TRUST_PROXY is not set, but PUBLIC_URL begins with https, so there is a proxy: all callers seem to have the proxy's address",
];
const IN_CONFIG = [
  '1:1: default_screen: screen "nowhere" not found',
  '2:10: admin.token: no effect while SERVICE_ADMIN_TOKEN is set',
  '4:3: devices.AA:BB:CC:DD:EE:01: there is no panel "wall"',
  '5:5: devices.AA:BB:CC:DD:EE:01.screen: screen "plain" not found',
];

function folderOf(t: TestContext): string {
  return tempTree(t, { 'config.yaml': CONFIG, 'screens/notes.txt': '', 'fonts/notes.txt': '' });
}

/** The log of a server until it has said all. */
async function logOf(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = start(folder, ['serve'], env);
  const done = finish(child);
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
    // The warnings follow in the same turn of the event loop.
    if (!child.killed && text.includes('serving')) child.kill('SIGTERM');
  });
  const { code, err, out } = await done;
  assert.deepEqual([code, err], [0, '']);
  return out;
}

describe('the start of a server', () => {
  it('says in the log what is in use', async (t) => {
    const folder = tempTree(t, {});
    const out = await logOf(folder, { BIND_ADDR: '127.0.0.1:0', COMPOSE_THREADS: '2', RASTER_THREADS: '1' });
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const said = (msg: string): Record<string, unknown> => {
      const { level, time, msg: _, ...fields } = lines.find((line) => line['msg'] === msg) ?? {};
      assert.equal(level, 'info', msg);
      return fields;
    };
    assert.equal(lines[0]?.['msg'], 'starting');
    assert.deepEqual(said('starting'), {
      version: VERSION,
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
      configFile: 'embedded',
      store: 'memory',
    });
    const { found, ...screens } = said('screens');
    assert.deepEqual(screens, { folder: 'embedded', broken: 0 });
    const { local, 'service-builtin': builtin } = found as Record<string, number>;
    assert.ok(local === 0 && Number(builtin) >= 6);
    const { families, faces, folders } = said('fonts') as Record<string, number> & { folders: string[] };
    assert.ok(Number(families) >= 3 && Number(faces) >= Number(families) && folders.length >= 1);
    const { panels, memoryBudgetMib, ...serving } = said('serving');
    assert.ok(Number(memoryBudgetMib) > 64, 'half of the memory');
    assert.equal(panels, 0, 'panels of the config; the catalogue is there in any case');
    assert.deepEqual(serving, {
      devices: 0,
      composeThreads: 2,
      rasterWorkers: 1,
      rasterIsolation: 'process',
      publicUrl: 'from the request',
      trustProxy: 'none',
      adminApi: 'off',
      metrics: 'off',
    });
    assert.deepEqual(
      lines.filter(({ level }) => level === 'warn'),
      [],
    );
  });

  it('says what is wrong with them, and no secret, in both formats', async (t) => {
    const folder = folderOf(t);
    for (const format of ['json', 'pretty']) {
      const out = await logOf(folder, { ...ENVIRONMENT, LOG_FORMAT: format });
      assert.doesNotMatch(out, SECRETS);
      for (const sentence of [...SENTENCES, ...IN_CONFIG.map((line) => line.replace(/^[\d:]+ /, ''))]) {
        assert.ok(
          out.includes(format === 'json' ? JSON.stringify(sentence).slice(1, -1) : sentence),
          sentence,
        );
      }
      if (format === 'json') continue;
      for (const place of IN_CONFIG) assert.ok(out.includes(` WARN: config.yaml:${place}`), place);
    }
  });
});

describe('stipple without arguments', () => {
  it('says the same', async (t) => {
    const { code, out, err } = await finish(start(folderOf(t), [], ENVIRONMENT));
    assert.equal(code, 0);
    assert.doesNotMatch(out + err, SECRETS);
    for (const sentence of SENTENCES) assert.ok(err.includes(`warning: ${sentence}`), sentence);
    for (const place of IN_CONFIG) assert.ok(err.includes(`warning: config.yaml:${place}`), place);
    for (const line of [
      /^public +https:\/\/display\.example\/eink$/m,
      /^proxies +none$/m,
      /^store +Redis at store:6379$/m,
      /^ +7 service-builtin, 6 examples, 0 local$/m,
      /^ +5 families, \d+ faces$/m,
      /^memory +up to \d+ MiB, half of what there is \(set MEMORY_BUDGET for another\)$/m,
      /^workers +up to 2 threads for scripts, 1 processes that draw$/m,
      /^admin +on$/m,
    ]) {
      assert.match(out, line);
    }
  });
});
