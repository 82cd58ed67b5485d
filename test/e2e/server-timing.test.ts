/** What operators with the admin token see of the time that an answer took, and nobody else. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { STAGES } from '../../src/platform/base/stages.ts';
import { type LocalServer, startLocalServer } from '../support/network/local-server.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { type Display, deviceHeaders, PLAIN_SCREEN } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:0';
const ADMIN = { Authorization: `Bearer ${TOKEN}` };
const COMPOSED = ['place', 'script', 'template', 'check'];

describe('Server-Timing', () => {
  let admin: Admin;
  let upstream: LocalServer;
  before(async () => {
    upstream = await startLocalServer();
    const asking = `return { data = { title = http_get("${upstream.url}/text") } }`;
    const svg = PLAIN_SCREEN['plain.svg'] ?? '';
    admin = await startAdmin({
      screens: {
        ...PLAIN_SCREEN,
        ...{ 'asking.lua': asking, 'asking.svg': svg, 'broken.lua': 'error("no")', 'broken.svg': svg },
      },
      config: `default_screen: plain\ndevices:\n  "${MAC}2": { screen: asking }\n  "${MAC}3": { screen: broken }\n`,
    });
  });
  after(async () => {
    await admin.server.stop();
    await upstream.stop();
  });

  function display(number: number, headers: Readonly<Record<string, string>>): Promise<Response> {
    const sent = deviceHeaders(`${MAC}${number}`, headers);
    return fetch(`${admin.server.url}/api/display`, { headers: sent });
  }

  /** The names in the header, without `total`, which comes after the stages; each stage has a time. */
  function stagesOf(response: Response): readonly string[] {
    const entries = (response.headers.get('server-timing') ?? '').split(', ');
    const times = entries.filter((entry) => /^[a-z]+;dur=\d+(\.\d{1,3})?$/.test(entry));
    const names = times.map((entry) => entry.split(';')[0] ?? '');
    assert.deepEqual([names.at(-1), names.indexOf('total')], ['total', names.length - 1]);
    for (const name of names.slice(0, -1)) assert.ok(Object.hasOwn(STAGES, name), name);
    const others = entries.filter((entry) => !times.includes(entry));
    return [...names.slice(0, -1), ...others];
  }

  it('of a display call has the stages of the screen, also where it fails', async () => {
    assert.deepEqual(stagesOf(await display(1, ADMIN)), COMPOSED);
    assert.deepEqual(stagesOf(await display(2, ADMIN)), [
      ...['place', 'script', 'upstream', 'template', 'check'],
    ]);
    assert.deepEqual(stagesOf(await display(3, ADMIN)), ['place', 'script']);
  });

  it('of an image call has the stages of the drawing, once, and when the picture was drawn', async () => {
    const response = await display(1, { ...ADMIN, 'Battery-Voltage': '4.01' });
    const { image_url: url, filename } = (await response.json()) as Display;
    await until(() =>
      admin.server.logs.some(({ msg, hash }) => msg === 'picture drawn' && hash === filename),
    );
    const first = stagesOf(await fetch(url, { headers: ADMIN }));
    assert.deepEqual([first.at(0), first.at(-1)], ['queue', 'picture;desc="ahead"']);
    for (const stage of ['svg', 'text', 'plan', 'dither', 'encode']) assert.ok(first.includes(stage), stage);
    assert.deepEqual(stagesOf(await fetch(url, { headers: ADMIN })), ['picture;desc="kept"']);
    const same = await fetch(url, { headers: { ...ADMIN, 'If-None-Match': `"${filename}"` } });
    assert.equal(same.status, 304);
    assert.deepEqual(stagesOf(same), ['picture;desc="kept"']);
  });

  it('of a preview has all of its stages, once', async () => {
    const first = await fetch(`${admin.server.url}/api/admin/devices/${MAC}2/preview`, { headers: ADMIN });
    const stages = stagesOf(first);
    for (const stage of ['place', 'upstream', 'template', 'queue', 'encode'])
      assert.ok(stages.includes(stage), stage);
    const kept = await fetch(`${admin.server.url}/api/admin/devices/${MAC}2/preview`, { headers: ADMIN });
    assert.deepEqual([kept.headers.get('x-service-preview'), stagesOf(kept)], ['hit', []]);
  });

  it('is not there for others, whose calls are answered as ever', async () => {
    for (const headers of [
      {},
      { Authorization: 'Bearer wrong' },
      { Authorization: `Basic ${Buffer.from(`admin:${TOKEN}`).toString('base64')}` },
      { Authorization: `Bearer ${'x'.repeat(8_000)}` },
    ]) {
      const response = await display(1, headers);
      const { image_url: url } = (await response.json()) as Display;
      const image = await fetch(url, { headers });
      for (const { status, headers: sent } of [response, image]) {
        assert.equal(status, 200);
        assert.deepEqual([sent.get('server-timing'), sent.get('www-authenticate')], [null, null]);
      }
    }
  });
});
