/** A server of the bench's own serves what the operator's would, and reaches nothing that nobody named. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { REFUSED_HOST } from '../../../src/domain/host-list.ts';
import { startLocalServer } from '../../support/network/local-server.ts';
import { randomNumbers } from '../../support/random.ts';
import { garden, tempRepo } from '../../support/repos/open-repos.ts';
import { says } from '../../support/repos/screen-repos.ts';
import { someOf } from '../../support/rounds.ts';
import { PLAIN_SCREEN, screensOf } from '../../support/server/server.ts';
import { until } from '../../support/waiting.ts';
import { openOwn, operatorFiles, ownTemp, REFRESH, refusalOf, SCREENS, show } from './operator.ts';

const PANELS = `
panels:
  small: { width: 400, height: 300, colors: "#000000,#ffffff" }
  board: { match: [some_board], width: 640, height: 384 }
  large: { match: x, width: 1872, height: 1404 }
`;

const SIZES: Readonly<Record<string, string>> = { small: '400x300', board: '640x384', large: '1872x1404' };

/** A config of devices by address and by code, with or without a panel. */
function randomConfig(seed: number): string {
  const random = randomNumbers(seed);
  const letters = (index: number): string => 'ABCDEFGHJK'.repeat(2).slice(index, index + 10);
  const entries = Array.from({ length: 2 + random(6) }, (_, index) => {
    const key = random(3) === 0 ? letters(index) : `AA:BB:CC:DD:EE:0${index}`;
    const screen = ['one', 'two', 'three'][random(3)];
    const panel = ['', ', panel: small', ', panel: board', ', panel: large'][random(4)];
    return `  "${key}": { screen: ${screen}${panel} }\n`;
  });
  return `default_screen: one\n${PANELS}devices:\n${entries.join('')}`;
}

async function sizeOfPicture(url: string): Promise<string> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe('a server of the bench', () => {
  for (const seed of someOf([1, 2, 3])) {
    it(`gives every device its screen on its panel, whatever the config has (${seed})`, async (t) => {
      const config = randomConfig(seed);
      const panels = [...config.matchAll(/\{ screen: \w+(?:, panel: (\w+))?/g)].map(([, panel]) => panel);
      const server = await openOwn(t, operatorFiles(t, config), { devices: panels.length + 5, seed });
      assert.equal(server.devices.length, panels.length + 5);
      for (const [index, device] of server.devices.entries()) {
        const { refresh_rate, image_url } = await show(server, device);
        assert.equal(refresh_rate, REFRESH[device.screen]);
        const size = SIZES[panels[index % panels.length] ?? ''] ?? '800x480';
        assert.equal(`${device.widthPx}x${device.heightPx}`, size);
        assert.equal(await sizeOfPicture(image_url), size);
      }
      assert.deepEqual(
        Object.values(server.screens).reduce((sum, count) => sum + count, 0),
        server.devices.length,
      );
    });
  }

  it('shows one screen on all devices, of the operator or an embedded one', async (t) => {
    const environment = operatorFiles(t, `default_screen: one\n`);
    const fleet = { kind: 'screen', screen: 'three' } as const;
    const server = await openOwn(t, environment, { fleet, devices: 4 });
    assert.deepEqual(server.screens, { three: 4 });
    for (const device of server.devices) assert.equal((await show(server, device)).refresh_rate, 103);
    assert.match(
      await refusalOf(environment, { fleet: { kind: 'screen', screen: 'thre' } }),
      /did you mean "three"/,
    );
  });

  it('has nothing of a server in use (address, metrics, token, store), writes nothing of the operator, and keeps its config to itself', async (t) => {
    const config = 'default_screen: one\nadmin: { token: hunter2 }\n';
    const files = operatorFiles(t, config, {});
    const { CONFIG_FILE: file = '', SCREENS_DIR: screens = '' } = files;
    mkdirSync(screens);
    const environment = {
      ...files,
      BIND_ADDR: '127.0.0.1:1',
      METRICS_ADDR: '127.0.0.1:1',
      PUBLIC_URL: 'https://display.example',
      TRUST_PROXY: 'true',
      STORE_URL: 'redis://127.0.0.1:1',
      SERVICE_ADMIN_TOKEN: 'hunter2',
      SERVICE_URL_SECRET: 'hunter2',
    };
    const before = statSync(file);
    const fleet = { kind: 'screen', screen: 'clock' } as const;
    const runFolders = ownTemp(t);
    const server = await openOwn(t, environment, { fleet, devices: 1 });
    const [device = assert.fail()] = server.devices;
    assert.ok((await show(server, device)).image_url.startsWith(`${server.url}/`));
    const call = async (token: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${server.url}/api/admin/devices`, { headers })).status;
    };
    assert.deepEqual([await call('hunter2'), await call(server.adminToken)], [401, 200]);
    assert.match(await (await fetch(server.metricsUrl ?? '')).text(), /^stipple_ready 1$/m);

    assert.deepEqual(readdirSync(screens), []);
    assert.equal(statSync(file).mtimeMs, before.mtimeMs);
    assert.equal(readFileSync(file, 'utf8'), config);
    const own = path.join(runFolders()[0] ?? '', 'config.yaml');
    assert.equal(statSync(own).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(own)).mode & 0o777, 0o700);
  });
});

describe('hosts', () => {
  const CONFIG = ['strict', 'calm', 'strict_named', 'calm_named']
    .map((screen, number) => `  "AA:BB:CC:DD:EE:0${number}": { screen: ${screen} }\n`)
    .join('');

  it('that nobody named are not asked, and can be told; those that are named are asked', async (t) => {
    const [other, named] = [await startLocalServer(), await startLocalServer()];
    t.after(() => other.stop());
    t.after(() => named.stop());
    const strict = (url: string): string =>
      `return { data = { title = http_get("${url}/text") }, refresh_rate = 201 }`;
    const calm = (url: string): string =>
      `local answer = http_response("${url}/text"); return { data = { title = answer.body or "none" }, refresh_rate = answer.ok and 202 or 203 }`;
    const web = screensOf(
      {
        ...{ strict: strict(other.url), calm: calm(other.url) },
        ...{ strict_named: strict(named.url), calm_named: calm(named.url) },
      },
      PLAIN_SCREEN['plain.svg'] ?? '',
    );
    // The operator's own list does not count.
    const environment = {
      ...operatorFiles(t, `devices:\n${CONFIG}`, web),
      SCREEN_HTTP_HOSTS: '127.0.0.1',
    };
    const server = await openOwn(t, environment, {
      upstreams: ['127.0.0.1:1', 'a.test', new URL(named.url).host],
    });
    const shown = await Promise.all(server.devices.map((device) => show(server, device)));
    assert.deepEqual(
      shown.map(({ refresh_rate }) => refresh_rate),
      [60, 203, 201, 202],
    );
    assert.deepEqual(other.seen, []);
    await until(() => server.refusedHosts().length > 0, REFUSED_HOST);
    assert.deepEqual(server.refusedHosts(), [new URL(other.url).host]);
  });
});

describe('screens of a screen repo', () => {
  it('are fetched before anything is measured, into the cache of the operator; repos that cannot be fetched are told of', async (t) => {
    const repo = tempRepo(t);
    repo.commit(says('one'));
    const away = '  away: { repo: "http://127.0.0.1:9/none.git" }\n';
    const devices =
      'devices:\n  "AA:BB:CC:DD:EE:01": { screen: garden/tulips }\n  "AA:BB:CC:DD:EE:02": { screen: away/tulips }\n';
    const environment = operatorFiles(t, `${garden(repo.url, {}, away)}${devices}`, SCREENS);
    const server = await openOwn(t, environment, { devices: 4 });
    assert.equal(server.warnings.length, 1);
    assert.match(server.warnings[0] ?? '', /^the screen repo "away" serves nothing: not reached/);
    for (const device of server.devices) {
      const { refresh_rate } = await show(server, device);
      if (device.screen === 'garden/tulips') assert.equal(refresh_rate, 75);
    }
    assert.equal(server.screens['garden/tulips'], 2);
    assert.equal(readdirSync(environment['SCREEN_REPOS_CACHE_DIR'] ?? '').length, 1);

    const wrong = await refusalOf(environment, { fleet: { kind: 'screen', screen: 'garden/tulip' } });
    assert.match(
      wrong,
      /^the screen repo "garden" has no screen "garden\/tulip"; did you mean garden\/tulips\?$/,
    );
  });
});
