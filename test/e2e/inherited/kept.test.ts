/** Names that every object inherits, where others choose names: what is taken is there again, and nothing else. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { isDefaultKey } from '../../../src/domain/mapping.ts';
import { isTelling } from '../../../src/domain/secret-params.ts';
import {
  ALL_INHERITED,
  assertUnpolluted,
  INHERITED_SEGMENTS,
  someInherited,
} from '../../support/hostile/inherited-names.ts';
import { SEED } from '../../support/openapi/hold.ts';
import { runCommand } from '../../support/processes/stipple.ts';
import { randomNumbers } from '../../support/random.ts';
import { type Admin, configFile, startAdmin } from '../../support/server/admin.ts';
import { DATA_CONFIG, data } from '../../support/server/pushes.ts';
import { getDisplay } from '../../support/server/server.ts';
import { until } from '../../support/waiting.ts';

const KEY = 'AA:BB:CC:DD:EE:01';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 48"><text x="1" y="9">{{ data.text }}</text></svg>';
/** Logs what it is given, all of it and name by name. */
const TELLS = `log_info("given " .. json_encode(params))
local own = {}
for name, value in pairs(params) do own[name] = value end
log_info("walked " .. json_encode(own))
log_info("pushed " .. json_encode(data_get("weather") or {}))
return { data = own, refresh_rate = 120 }`;
const PANEL = '{ width: 300, height: 200 }';
const CONFIG = DATA_CONFIG.replace('plain', 'local/tells');
const random = randomNumbers(SEED);
/** Params that are read back from the log, which hides what is called a key (`keys`). */
const PARAMS = ALL_INHERITED.filter((name) => !isTelling(name));

type Plain = Readonly<Record<string, unknown>>;

/** Each name with a value that tells whose it is. */
function mapOf(names: readonly string[]): Plain {
  return Object.fromEntries(
    names.map((name, at) => [name, at % 2 === 0 ? `of ${name}` : { polluted: name }]),
  );
}

describe(`names that every object inherits, kept (STIPPLE_SEED=${SEED})`, () => {
  let admin: Admin;
  let screens: Readonly<Record<string, string>>;
  before(async () => {
    const named = INHERITED_SEGMENTS.flatMap((name) => [
      [`${name}.lua`, TELLS],
      [`${name}.svg`, SVG],
    ]);
    screens = { 'tells.lua': TELLS, 'tells.svg': SVG, ...Object.fromEntries(named) };
    admin = await startAdmin({ config: CONFIG, screens });
  });
  beforeEach(() => write(CONFIG));
  afterEach(() => {
    assertUnpolluted();
    const errors = admin.server.logs.filter(
      ({ level, msg }) => level === 'error' || msg === 'internal error',
    );
    assert.deepEqual(errors, []);
  });
  after(() => admin.server.stop());

  async function write(text: string): Promise<void> {
    // The file may have been edited since the server has read it.
    await until(async () => {
      const { digest, text: old } = (await admin.get('/config/text')).body;
      if (old === text) return true;
      const { status, body } = await admin.call('PUT', '/config/text', { text, digest });
      assert.ok(status === 200 || status === 409, JSON.stringify(body));
      return status === 200;
    }, 'the config is written');
  }

  /** What the screen of a device has logged of its params, its walk through them and pushed data. */
  async function told(mac: string): Promise<readonly Plain[]> {
    const before = admin.server.logs.length;
    await getDisplay(admin.server, mac);
    const lines = admin.server.logs.slice(before).flatMap((line) => Object.values(line).map(String));
    return ['given ', 'walked ', 'pushed '].map((word) => {
      const line = lines.find((text) => text.startsWith(word));
      assert.ok(line !== undefined, `${word}: ${lines.join('\n')}`);
      return JSON.parse(line.slice(word.length));
    });
  }

  /** The config in each of the ways in which it can be read, with what has the key of the path in it. */
  async function configAt(...keys: readonly string[]): Promise<unknown> {
    let value: unknown = (await admin.get('/config')).body;
    for (const key of keys) value = Object.getOwnPropertyDescriptor(value ?? {}, key)?.value;
    return value;
  }

  it('are params of devices: by creation, change, clearing, import, and at the screen', async () => {
    const params = mapOf(someInherited(random, 30, PARAMS));
    const names = Object.keys(params);
    assert.equal((await admin.post('/devices', { key: KEY, screen: 'local/tells', params })).status, 200);
    assert.deepEqual((await admin.get(`/devices/${KEY}`)).body.params, params);
    assert.deepEqual((await told(KEY)).slice(0, 2), [params, params]);
    const cleared = names.filter(() => random(2) === 0);
    for (const name of cleared) {
      const { status } = await admin.patch(`/devices/${KEY}`, { clear: [`params.${name}`] });
      assert.equal(status, 200, name);
    }
    const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !cleared.includes(name)));
    assert.deepEqual((await admin.get(`/devices/${KEY}`)).body.params, rest);
    const devices = [{ key: KEY, screen: 'local/tells', params }];
    assert.equal((await admin.post('/devices/import', { devices })).status, 200);
    assert.deepEqual((await admin.get(`/devices/${KEY}`)).body.params, params);
  });

  it('are params of groups, which devices get with their own and those of DEFAULT', async () => {
    const names = someInherited(random, 30, PARAMS);
    const [own, group, rest] = [names.slice(0, 10), names.slice(5, 20), names.slice(15)].map(mapOf);
    assert.ok(own && group && rest);
    const entry = { screen: 'local/tells', params: own, tags: ['constructor'] };
    const groups = { constructor: { match: { tag: 'constructor' }, params: group } };
    const devices = { [KEY]: entry, DEFAULT: { screen: 'local/tells', params: rest } };
    await write(`${CONFIG}devices: ${JSON.stringify(devices)}\ngroups: ${JSON.stringify(groups)}\n`);
    const [given = {}] = await told(KEY);
    for (const [name, value] of Object.entries({ ...group, ...own })) {
      assert.deepEqual(Object.getOwnPropertyDescriptor(given, name)?.value, value, name);
    }
    const { effective } = (await admin.get(`/devices/${KEY}`)).body;
    const shown = Object.entries(effective.params as Record<string, { value: unknown }>);
    assert.deepEqual(Object.fromEntries(shown.map(([name, { value }]) => [name, value])), given);
  });

  it('are names of groups, tags, panels, screens and handles, in a file that is edited', async () => {
    const names = someInherited(random, 20, INHERITED_SEGMENTS);
    const entries = (value: string): string => names.map((name) => `  ${name}: ${value}\n`).join('');
    const text = [
      `${CONFIG}groups:\n${names.map((name) => `  ${name}: { match: { tag: ${name} }, screen: local/${name} }\n`).join('')}`,
      `panels:\n${entries(PANEL)}`,
      `screen_repos:\n${entries('{}')}`,
      `frames:\n${entries('{ screen: local/tells, width: 80, height: 48 }')}`,
      `devices:\n  "${KEY}": { screen: local/${names[0]}, panel: ${names[1]}, tags: [${names.join(', ')}] }\n`,
    ].join('');
    writeFileSync(configFile(admin.server), text);
    await until(async () => (await configAt('devices', KEY)) !== undefined, 'the file has been read');
    for (const section of ['panels', 'groups']) {
      assert.deepEqual(Object.keys((await configAt(section)) as object).sort(), [...names].sort(), section);
    }
    const { devices, total } = (await admin.get(`/fleet?tag=${names[0]}`)).body;
    assert.equal(total ?? devices.length, 1);
    for (const name of names) {
      assert.equal((await admin.get(`/groups/${name}`)).status, 200, name);
      // A frame cannot be called DEFAULT, in any case.
      assert.equal((await admin.get(`/frames/${name}`)).status, isDefaultKey(name) ? 404 : 200, name);
      assert.equal((await admin.get(`/screen-repos/${name}`)).status, 200, name);
      assert.equal((await admin.get(`/groups/${name}x`)).status, 404, name);
    }
    const { groups } = (await admin.get(`/devices/${KEY}`)).body;
    assert.deepEqual([...groups].sort(), [...names].sort());
  });

  it('are keys of pushed data, as a script reads them', async () => {
    const value = mapOf(someInherited(random, 30));
    const { status } = await data(admin.server, 'weather', { body: JSON.stringify(value) });
    assert.equal(status, 200);
    assert.deepEqual((await told('AA:BB:CC:DD:EE:02'))[2], value);
  });

  it('are params that a screen declares, with defaults', async () => {
    const names = someInherited(random, 30, PARAMS);
    const fields = names.map(
      (name) => `  ${JSON.stringify(name)}: { type: string, default: "of ${name}" }\n`,
    );
    writeFileSync(path.join(admin.server.screensDir, 'tells.meta.yaml'), `params:\n${fields.join('')}`);
    const [given = {}] = await told('AA:BB:CC:DD:EE:03');
    assert.deepEqual(given, Object.fromEntries(names.map((name) => [name, `of ${name}`])));
    const { screen_repos: repos } = (await admin.get('/screens')).body;
    const screen = repos
      .flatMap((repo: { screens: readonly { ref: string }[] }) => repo.screens)
      .find(({ ref }: { ref: string }) => ref === 'local/tells');
    assert.deepEqual(screen.params.map(({ name }: { name: string }) => name).sort(), [...names].sort());
  });

  it('are unknown to templates that ask for what is not there', async () => {
    const asks = ALL_INHERITED.filter((name) => /^\w+$/.test(name)).map(
      (name) =>
        `{{ data.${name} }}{{ params.${name} }}{{ device.${name} }}{{ data["${name}"] }}{{ layout.${name} }}`,
    );
    // Sizes of displays are there.
    const files = {
      'asks.lua': 'return { data = { x = 1 } }',
      'asks.svg': SVG.replace('{{ data.text }}', `[${asks.join('')}]`),
    };
    const { status, body } = await admin.post('/preview', { draft: { files } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.pictures.map(({ error }: { error: unknown }) => error ?? null),
      [null],
    );
  });

  it('are arguments of commands, which say what is wrong with them', async () => {
    const { screensDir } = admin.server;
    const config = configFile(admin.server);
    const env = { SCREENS_DIR: screensDir, CONFIG_FILE: config };
    const [name = 'constructor', other = 'valueOf'] = [
      INHERITED_SEGMENTS[random(INHERITED_SEGMENTS.length)],
      ALL_INHERITED[random(ALL_INHERITED.length)],
    ];
    const out = path.join(screensDir, '..', 'out.png');
    const calls: readonly (readonly [0 | 1 | 64, ...string[]])[] = [
      [
        0,
        'render',
        '-s',
        `local/${name}`,
        '-o',
        out,
        '--params',
        `__proto__=x`,
        '--params',
        '{"constructor":{"polluted":1}}',
      ],
      [1, 'render', '-s', 'constructorx', '-o', out],
      [64, other],
      [64, 'render', `--${other}`, 'x'],
      [64, 'panels', `--${other}`],
    ];
    for (const [code, ...args] of calls) {
      const { code: got, out: said, err } = await runCommand(screensDir, args, env);
      const told = `${args.join(' ')}: ${got} ${said}${err}`;
      assert.equal(got, code, told);
      assert.doesNotMatch(err, /\n\s+at .*\.js/, told);
      if (code !== 0) assert.ok(err.trim().length > 10, told);
    }
  });
});
