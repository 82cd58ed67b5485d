/** The trail of a device by the admin API, and the picture that it was told, over real HTTP. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertExplained, trailOf } from '../support/device/explained.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { deviceHeaders, getDisplay, getImage } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
/** One for the picture that a device was told. */
const TOLD = 'AA:BB:CC:DD:EE:05';
const CONFIG = `default_screen: plain
devices:
  "${MAC}": { screen: plain }
  "${TOLD}": { screen: plain }
`;

let admin: Admin;
before(async () => {
  admin = await startAdmin({ config: CONFIG });
});
after(() => admin.server.stop());

/** The bytes at an address of the admin API. */
async function told({ server }: Admin, key: string, query = '', has?: string): Promise<Response> {
  const known = has === undefined ? {} : { 'If-None-Match': has };
  const headers = { Authorization: `Bearer ${TOKEN}`, ...known };
  return fetch(`${server.url}/api/admin/devices/${key}/picture/told${query}`, { headers });
}

async function bytesOf(answer: Response): Promise<Buffer> {
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}

describe('the trail of a device', () => {
  it('has each poll with its decision, drawing and image calls, by their request ids', async () => {
    const { server } = admin;
    const more = { 'X-Request-Id': 'the-poll', 'Battery-Voltage': '3.98', RSSI: '-61' };
    const { image_url: url, filename } = await getDisplay(server, MAC, more);
    const png = Buffer.from(
      await (await fetch(url, { headers: { 'X-Request-Id': 'the-fetch' } })).arrayBuffer(),
    );
    await fetch(url, { headers: { 'If-None-Match': `"${filename}"` } });
    const [adopted, poll] = await trailOf(admin, MAC);
    assert.deepEqual([adopted.kind, adopted.event], ['identity', 'adopted']);
    const { drawing, images, at, last, ...rest } = poll;
    assert.equal(at, last);
    assert.deepEqual(rest, {
      ...{ kind: 'poll', count: 1, request_id: 'the-poll', address: rest.address, called: server.url },
      ...{ battery_voltage: 3.98, percent_charged: null, rssi: -61, firmware_version: '1.8.15' },
      ...{ decision: 'new', code: null, picture: filename, screen: 'plain', refresh: 120 },
      image_base: server.url,
    });
    assert.match(rest.address, /127\.0\.0\.1$/);
    assert.ok(drawing.ms > 0 && drawing.bytes === png.length && drawing.step === 0);
    assert.deepEqual(
      images.map(({ status, bytes, code }: Record<string, unknown>) => [status, bytes, code]),
      [
        [200, png.length, null],
        [304, 0, null],
      ],
    );
    assert.equal(images[0].request_id, 'the-fetch');
  });

  it('has logs and changes of the entry, in pages', async () => {
    await fetch(`${admin.server.url}/api/log`, {
      ...{ method: 'POST', headers: deviceHeaders(MAC, { 'X-Request-Id': 'the-log' }) },
      body: '{"logs":[{"message":"woke up"},{}]}',
    });
    assert.equal((await admin.patch(`/devices/${MAC}`, { params: { title: 'secret value' } })).status, 200);
    const all = await trailOf(admin, MAC);
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ['identity', 'poll', 'log', 'config'],
    );
    const [, , log, config] = all;
    assert.deepEqual([log.request_id, log.entries], ['the-log', 2]);
    assert.match(config.who, /^admin API \(/);
    assert.doesNotMatch(JSON.stringify(all), /secret value/);
    const { body: end } = await admin.get(`/devices/${MAC}/events?limit=1`);
    assert.deepEqual([end.trail.length, end.trail[0].kind, end.before], [1, 'config', config.at]);
    const { body: start } = await admin.get(`/devices/${MAC}/events?limit=100&before=${end.before}`);
    assert.deepEqual([start.trail.length, start.before, start.events.length], [3, null, 1]);
  });

  it('refuses a limit and a time that are none', async () => {
    for (const query of ['limit=0', 'limit=401', 'limit=x', 'before=yesterday', 'from=1'])
      assert.equal((await admin.get(`/devices/${MAC}/events?${query}`)).body.code, 'invalid_query', query);
  });

  it('goes with a device that is forgotten', async () => {
    const mac = 'AA:BB:CC:DD:EE:02';
    await getDisplay(admin.server, mac);
    assert.equal((await admin.delete(`/devices/${mac}?forget`)).status, 200);
    await getDisplay(admin.server, mac);
    assert.equal((await trailOf(admin, mac)).filter(({ kind }) => kind === 'poll').length, 1);
  });

  it('is not written by callers that are no devices', async () => {
    const mac = 'AA:BB:CC:DD:EE:03';
    await getDisplay(admin.server, mac);
    const { length } = await trailOf(admin, mac);
    const device = Buffer.from(mac.replaceAll(':', ''), 'hex').toString('base64url');
    for (const name of ['x', '0'.repeat(30), '%00'])
      await fetch(`${admin.server.url}/api/image/${name}.png?exp=1&dev=${device}&sig=${'0'.repeat(64)}`);
    assert.equal((await trailOf(admin, mac)).length, length);
  });
});

describe('the picture that a device was told', () => {
  it('is the very bytes that it fetches, before and after', async () => {
    const none = await told(admin, TOLD);
    const { code, error } = (await none.json()) as { code: string; error: string };
    assert.equal(none.status, 404);
    assert.deepEqual([code, /no device|told no picture/.test(error)], [code, true]);
    const { image_url: url, filename } = await getDisplay(admin.server, TOLD);
    const answer = await told(admin, TOLD);
    assert.deepEqual(
      [answer.headers.get('etag'), answer.headers.get('content-type')],
      [`"${filename}"`, 'image/png'],
    );
    const shown = await bytesOf(answer);
    assert.ok((await getImage(url)).equals(shown));
    assert.ok((await bytesOf(await told(admin, TOLD))).equals(shown));
    assert.equal((await told(admin, 'DEFAULT')).status, 409);
  });

  it('may be kept under an address that names it, and is not sent to a caller who has it', async () => {
    const { filename } = await getDisplay(admin.server, TOLD);
    const cachedAs = async (query: string): Promise<string | null> =>
      (await told(admin, TOLD, query)).headers.get('cache-control');
    assert.equal(await cachedAs(`?hash=${filename}`), 'private, max-age=86400, immutable');
    assert.equal(await cachedAs(''), 'no-store');
    assert.equal(await cachedAs(`?hash=${'0'.repeat(30)}`), 'no-store');
    assert.equal((await told(admin, TOLD, '?name=x')).status, 400);
    const same = await told(admin, TOLD, `?hash=${filename}`, `W/"${filename}"`);
    assert.deepEqual([same.status, same.headers.get('etag')], [304, `"${filename}"`]);
    assert.equal((await same.arrayBuffer()).byteLength, 0);
    assert.equal((await told(admin, TOLD, '', `"${'0'.repeat(30)}"`)).status, 200);
  });

  it('outlives the server in a store, for its time', async (t) => {
    const env = { STORE_URL: `file:${path.join(tempTree(t), 'state')}` };
    const first = await startAdmin({ config: CONFIG, env });
    const { filename } = await getDisplay(first.server, MAC);
    const shown = await bytesOf(await told(first, MAC));
    await first.server.stop();
    const second = await startAdmin({ config: CONFIG, env });
    try {
      assert.ok((await bytesOf(await told(second, MAC))).equals(shown));
      const [, poll] = await trailOf(second, MAC);
      assert.equal(poll.picture, filename);
    } finally {
      await second.server.stop();
    }
    const clock = new MovedClock();
    clock.pass(2 * 3_600);
    const third = await startAdmin({ config: CONFIG, env });
    try {
      const gone = await told(third, MAC);
      const { code, error } = (await gone.json()) as { code: string; error: string };
      assert.deepEqual([gone.status, code], [404, 'content_not_found']);
      assert.match(error, new RegExp(`told the picture ${filename}, which no server keeps`));
    } finally {
      await third.server.stop();
      clock.restore();
    }
  });
});

describe('the trail of a device that two servers serve', () => {
  it('joins the poll of one with the image call of the other', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const env = { STORE_URL: redis.url, SERVICE_URL_SECRET: 'the same for both servers' };
    const [one, two] = [await startAdmin({ config: CONFIG, env }), await startAdmin({ config: CONFIG, env })];
    t.after(() => Promise.all([one.server.stop(), two.server.stop()]));
    const { image_url: url } = await getDisplay(one.server, MAC, { 'X-Request-Id': 'at-one' });
    const png = await getImage(url.replace(one.server.url, two.server.url));
    const poll = await until(async () => {
      const found = (await trailOf(one, MAC)).find(({ kind }) => kind === 'poll');
      return found?.images.length === 1 ? found : null;
    }, 'the image call is in the store');
    assert.deepEqual([poll.request_id, poll.images[0].bytes], ['at-one', png.length]);
    for (const admin of [one, two]) await assertExplained(admin, MAC, 'shown', /^It shows plain since /);
    assert.ok((await bytesOf(await told(two, MAC))).equals(png));
  });
});
