/** Names that every JavaScript object inherits, in all kinds of input of a real server. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { assertUnpolluted, INHERITED_NAMES } from '../../support/hostile/inherited-names.ts';
import { type Admin, SCREENS, startAdmin } from '../../support/server/admin.ts';
import { getDisplay, PLAIN_SCREEN } from '../../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
/** Such names that are valid for a screen and a handle. */
const SEGMENTS = INHERITED_NAMES.filter((name) => /^[A-Za-z]/.test(name));

const list = (lines: (name: string) => string): string => INHERITED_NAMES.map(lines).join('');

const CONFIG = `default_screen: plain
screens:
${list((name) => `  ${JSON.stringify(name)}: { script: plain.lua, template: plain.svg }\n`)}
panels:
${list((name) => `  ${JSON.stringify(name)}: { match: "m-${name}", width: 300, height: 200, ${JSON.stringify(name)}: 1, dither: { ${JSON.stringify(name)}: { strength: 1 } } }\n`)}
screen_repos:
${SEGMENTS.map((name) => `  ${name}: {}\n`).join('')}
devices:
  "${MAC}": { screen: plain, params: { ${INHERITED_NAMES.map((name) => `${JSON.stringify(name)}: {polluted: x}`).join(', ')} } }
${INHERITED_NAMES.map((name, n) => `  "AA:BB:CC:DD:EE:1${n}": { screen: ${JSON.stringify(name)}, panel: ${JSON.stringify(name)} }\n`).join('')}
`;

describe('names that every JavaScript object inherits', () => {
  let admin: Admin;
  before(async () => {
    const named = SEGMENTS.flatMap((name) => [
      [`${name}.lua`, PLAIN_SCREEN['plain.lua'] ?? ''],
      [`${name}.svg`, PLAIN_SCREEN['plain.svg'] ?? ''],
    ]);
    admin = await startAdmin({ config: CONFIG, screens: { ...SCREENS, ...Object.fromEntries(named) } });
  });
  after(() => admin.server.stop());
  afterEach(assertUnpolluted);

  it('are ordinary names of screens, panels and params', async () => {
    for (const n of INHERITED_NAMES.keys()) {
      const shown = await getDisplay(admin.server, `AA:BB:CC:DD:EE:1${n}`);
      assert.equal(shown.refresh_rate, 120);
    }
    const { body } = await admin.get(`/devices/${MAC}`);
    assert.deepEqual(Object.keys(body.params).sort(), [...INHERITED_NAMES].sort());
    const config = (await admin.get('/config')).body;
    assert.deepEqual(Object.keys(config.panels).sort(), [...INHERITED_NAMES].sort());
    const screens = (await admin.get('/screens')).body.screen_repos;
    const local = screens.find(({ handle }: { handle: string }) => handle === 'local');
    const refs = local.screens.map(({ ref }: { ref: string }) => ref);
    for (const name of SEGMENTS) assert.ok(refs.includes(`local/${name}`), name);
    assert.equal(admin.server.logs.filter((line) => line['level'] === 'error').length, 0);
  });

  it('are unknown unless they were given: screens, panels, devices, handles, fields', async () => {
    for (const name of [...INHERITED_NAMES, '__defineSetter__', 'propertyIsEnumerable']) {
      const calls = [
        await admin.get(`/devices/${name}`),
        await admin.get(`/screen-repos/${name}x`),
        await admin.get(`/devices/${name}/preview`),
        await admin.post('/devices', { key: 'AA:BB:CC:DD:EE:77', screen: `local/${name}x` }),
        await admin.post('/devices', { key: 'AA:BB:CC:DD:EE:77', screen: 'local/plain', panel: `${name}x` }),
        await admin.post('/devices', { key: 'AA:BB:CC:DD:EE:77', screen: 'local/plain', dither: name }),
        await admin.post(
          '/devices',
          `{"key":"AA:BB:CC:DD:EE:77","screen":"local/plain","${name}":{"polluted":1}}`,
        ),
        await admin.patch(`/devices/${MAC}`, `{"clear":["${name}"]}`),
        await admin.patch('/settings', `{"${name}":true}`),
        await admin.post('/screen-repos', `{"handle":"h","${name}":{"polluted":1}}`),
      ];
      for (const [n, { status }] of calls.entries())
        assert.ok(status >= 400 && status < 500, `${name} ${n}: ${status}`);
    }
  });

  it('are ordinary params in bodies', async () => {
    const key = 'AA:BB:CC:DD:EE:78';
    const params = `{${INHERITED_NAMES.map((name) => `"${name}":{"polluted":"x"}`).join(',')}}`;
    const created = await admin.post(
      '/devices',
      `{"key":"${key}","screen":"local/plain","params":${params}}`,
    );
    assert.equal(created.status, 200, JSON.stringify(created.body));
    const changed = await admin.patch(`/devices/${key}`, '{"params":{"__proto__":{"polluted":"y"}}}');
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const stored = (await admin.get(`/devices/${key}`)).body.params;
    for (const name of INHERITED_NAMES) {
      const expected = name === '__proto__' ? 'y' : 'x';
      assert.equal(Object.getOwnPropertyDescriptor(stored, name)?.value.polluted, expected, name);
    }
    assert.equal((await admin.get(`/devices/${key}/preview`)).status, 200);
  });

  it('are ordinary values and names of headers and queries', async () => {
    const { url } = admin.server;
    for (const [n, name] of INHERITED_NAMES.entries()) {
      const headers = { Model: name, Board: name, Colors: name, Width: name, [name]: 'x' };
      const shown = await getDisplay(admin.server, `AA:BB:CC:DD:EE:2${n}`, headers);
      assert.equal(shown.refresh_rate, 120);
      assert.ok((await fetch(`${url}/api/display?${name}=1&${name}[polluted]=1`)).status < 500);
      assert.ok((await fetch(`${url}/${name}`)).status === 404);
      assert.ok((await fetch(`${url}/api/image/${name}.png?exp=1&sig=x`)).status < 500);
    }
  });
});
