/** The example of docs/groups.md does in a running server what the page says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';

const PAGE = readFileSync(path.join(PACKAGE_ROOT, 'docs', 'groups.md'), 'utf8');

/** The first config of the page. */
const [, CONFIG = ''] = /^```yaml\n(devices:\n[\s\S]*?)^```$/m.exec(PAGE) ?? [];

const [ENTRANCE, STAIRS, KITCHEN] = ['01', '02', '03'].map((last) => `AA:BB:CC:DD:EE:${last}`) as [
  string,
  string,
  string,
];

let admin: Admin;

/** What a device shows after a call with these headers alone. */
async function shown(
  mac: string,
  headers: Readonly<Record<string, string>> = { Model: 'og' },
): Promise<readonly [screen: string, groups: readonly string[], params: Readonly<Record<string, unknown>>]> {
  const { status } = await fetch(`${admin.server.url}/api/display`, {
    headers: { ID: mac, 'Access-Token': `token-of-${mac}`, ...headers },
  });
  assert.equal(status, 200);
  const { body } = await admin.get(`/devices/${mac}`);
  const params = Object.entries(body.effective.params as Record<string, { value: unknown }>);
  return [
    body.effective.settings.screen.value,
    body.groups,
    Object.fromEntries(params.map(([name, { value }]) => [name, value])),
  ];
}

before(async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text y="99">{{ data.line }}</text></svg>';
  admin = await startAdmin({
    config: CONFIG,
    screens: {
      'timetable.lua': 'return { data = { line = params.line } }',
      'timetable.svg': svg,
      'timetable.meta.yaml': 'params:\n  line: { type: string, required: true }\n',
    },
  });
});
after(() => admin.server.stop());

describe('the example of docs/groups.md', () => {
  it('shows the timetable in the halls, each with its own line', async () => {
    assert.deepEqual(await shown(ENTRANCE), ['local/timetable', ['halls'], { line: 'U1' }]);
    assert.deepEqual(await shown(STAIRS), ['local/timetable', ['halls'], { line: 'U2' }]);
  });

  it('shows the weather in the kitchen', async () => {
    assert.deepEqual((await shown(KITCHEN)).slice(0, 2), ['service-builtin/weather', []]);
  });

  it('shows the clock on each Kindle that calls, with the headers that its clients send', async () => {
    const kindles = [
      { 'User-Agent': 'trmnl-display/0.1.1', 'png-width': '800', 'png-height': '600', rssi: '0' },
      {
        'User-Agent': 'trmnl-kindle/0.1.1',
        'png-width': '1448',
        'png-height': '1072',
        'percent-charged': '80',
      },
    ];
    for (const [index, said] of kindles.entries()) {
      const [screen, groups] = await shown(`AA:BB:CC:DD:EF:0${index}`, said);
      assert.deepEqual([screen, groups], ['service-builtin/clock', ['kindles']], JSON.stringify(said));
    }
  });

  it('shows its default screen on what is no Kindle', async () => {
    const [screen, groups] = await shown('AA:BB:CC:DD:EF:09');
    assert.deepEqual([screen, groups], ['service-builtin/default', []]);
  });
});
