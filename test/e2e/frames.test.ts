/** Frames over real HTTP: pictures with names, tokens and what they open, errors, and what the device notices of it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { fetchFrame, frameToken, tokenMap } from '../support/frames/fetch-frame.ts';
import { type DecodedPng, decodePng } from '../support/pictures/decode-png.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { getDisplay, getImage, PLAIN_SCREEN } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:00:00:01';
const SVG = PLAIN_SCREEN['plain.svg'] ?? '';
const SCREENS = {
  ...PLAIN_SCREEN,
  'own.lua': 'return { data = { title = "one" }, refresh_rate = 300 }',
  'own.svg': SVG,
  'broken.lua': 'error("no data today")',
  'broken.svg': SVG,
  'facts.lua':
    'return { data = { title = tostring(device.mac) .. " " .. device.name .. " " .. device.width }, refresh_rate = 300 }',
  'facts.svg': SVG,
  'torn.lua': 'return { data = {}, refresh_rate = 900 }',
  'torn.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><image width="40" height="40" href="torn.png"/></svg>',
  'torn.png': Buffer.from('89504e470d0a1a0a01', 'hex'),
  'skipping.lua':
    'if params.skip then return { data = {}, skip_update = true, refresh_rate = 40 } end return { data = { title = "kept" }, refresh_rate = 300 }',
  'skipping.svg': SVG,
};
const CONFIG = `# a comment
default_screen: plain
panels:
  wide: { width: 640, height: 200, colors: "#000000,#ffffff" }
devices:
  "${MAC}": { screen: local/plain, frame_tokens: ${tokenMap('kitchen')} }
  "AA:BB:CC:00:00:02": { screen: local/plain }
frames:
  hall: { screen: local/own, width: 320, height: 240, frame_tokens: ${tokenMap('one', 'two')} } # in the hall
  wide: { screen: local/plain, panel: wide, refresh: 7, frame_tokens: ${tokenMap('wide')} }
  broken: { screen: local/broken, frame_tokens: ${tokenMap('broken')} }
  facts: { screen: local/facts, name: Lobby, frame_tokens: ${tokenMap('facts')} }
  skipping: { screen: local/skipping, frame_tokens: ${tokenMap('skipping')} }
  torn: { screen: local/torn, frame_tokens: ${tokenMap('torn')} }
  closed: { screen: local/plain }
`;

async function pictureOf(response: Response): Promise<DecodedPng> {
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.headers.get('content-length'), String(bytes.length));
  return decodePng(bytes);
}

describe('a frame', () => {
  let admin: Admin;
  before(async () => {
    const env = { TRUST_PROXY: 'loopback', METRICS_ADDR: '127.0.0.1:0' };
    admin = await startAdmin({ screens: SCREENS, config: CONFIG, env });
  });
  after(() => admin.server.stop());

  it('is a picture of its size, with a name and the time for the next call', async () => {
    const answer = await fetchFrame(admin.server, 'hall', 'one');
    const { headers } = answer;
    const { widthPx, heightPx, colours } = await pictureOf(answer);
    assert.deepEqual([widthPx, heightPx], [320, 240]);
    assert.ok(colours.includes('#000000') && colours.includes('#ffffff'));
    assert.match(headers.get('etag') ?? '', /^"[0-9a-f]{30}"$/);
    assert.equal(headers.get('cache-control'), 'private, max-age=300');
    assert.equal(headers.get('refresh'), '301');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('access-control-allow-origin'), null);
  });

  it('has the size and the inks of its panel', async () => {
    const picture = await pictureOf(await fetchFrame(admin.server, 'wide', 'wide'));
    assert.deepEqual([picture.widthPx, picture.heightPx], [640, 200]);
    assert.deepEqual(new Set(picture.colours), new Set(['#000000', '#ffffff']));
  });

  it('is 304 while the picture is the same, and another one when the data have changed', async () => {
    const first = await fetchFrame(admin.server, 'hall', 'one');
    const name = first.headers.get('etag') ?? '';
    for (const given of [name, `W/${name}`, `"0123", ${name}`]) {
      const again = await fetchFrame(admin.server, 'hall', 'two', { headers: { 'If-None-Match': given } });
      assert.deepEqual([again.status, await again.text()], [304, '']);
      assert.equal(again.headers.get('etag'), name);
      assert.equal(again.headers.get('refresh'), '301');
    }
    const script = path.join(admin.server.screensDir, 'own.lua');
    writeFileSync(script, 'return { data = { title = "two" }, refresh_rate = 300 }');
    const changed = await fetchFrame(admin.server, 'hall', 'one', { headers: { 'If-None-Match': name } });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), name);
  });

  it('answers HEAD with the headers alone', async () => {
    const head = await fetchFrame(admin.server, 'wide', 'wide', { method: 'HEAD' });
    const full = await fetchFrame(admin.server, 'wide', 'wide');
    assert.equal(head.status, 200);
    assert.equal((await head.arrayBuffer()).byteLength, 0);
    for (const name of ['etag', 'content-length', 'cache-control']) {
      assert.equal(head.headers.get(name), full.headers.get(name), name);
    }
    const put = await fetchFrame(admin.server, 'wide', 'wide', { method: 'PUT' });
    assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD']);
  });

  it('takes the token as a header too, and ignores what clients add against caches', async () => {
    const url = `${admin.server.url}/frame/hall.png`;
    const Authorization = `Bearer ${frameToken('two')}`;
    assert.equal((await fetch(url, { headers: { Authorization } })).status, 200);
    const query = `?token=${frameToken('one')}&t=${Date.now()}`;
    // A proxy may have put its own there.
    assert.equal((await fetch(url + query, { headers: { Authorization: 'Basic abc' } })).status, 200);
  });

  it('is refused in the same way without a token, with a wrong one, and for a name that does not exist', async () => {
    const refusals = [
      await fetchFrame(admin.server, 'hall', null),
      await fetchFrame(admin.server, 'hall', 'wrong'),
      await fetchFrame(admin.server, 'hall', 'wide'),
      await fetchFrame(admin.server, MAC, 'one'),
      await fetchFrame(admin.server, 'closed', 'one'),
      await fetchFrame(admin.server, 'closed', null),
      await fetchFrame(admin.server, 'AA:BB:CC:00:00:02', 'kitchen'),
      await fetchFrame(admin.server, 'nowhere', 'one'),
      await fetchFrame(admin.server, 'constructor', 'one'),
      await fetch(`${admin.server.url}/frame/hall.png?token=${frameToken('one')}&token=${frameToken('one')}`),
      await fetch(`${admin.server.url}/frame/closed.png?token=`),
    ];
    for (const answer of refusals) {
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="frame"');
    }
    const bodies = await Promise.all(refusals.map((answer) => answer.text()));
    assert.equal(new Set(bodies).size, 1);
    assert.equal(JSON.parse(bodies[0] ?? '').code, 'invalid_frame_token');
  });

  it('limits guesses, and goes on to serve those who have the token', async () => {
    const from = { headers: { 'X-Forwarded-For': '198.51.100.7' } };
    const guess = async (number: number): Promise<Response> => {
      const answer = await fetchFrame(admin.server, 'wide', `guess${number}`, from);
      const isExamined = answer.status === 401 && number < LIMITS.wrongTokenBurst * 3;
      return isExamined ? guess(number + 1) : answer;
    };
    const held = await guess(0);
    assert.equal(held.status, 429);
    assert.ok(Number(held.headers.get('retry-after')) > 0);
    assert.equal(((await held.json()) as { code: string }).code, 'too_many_attempts');
    assert.equal((await fetchFrame(admin.server, 'wide', 'wide', from)).status, 200);
  });

  it('shows what is wrong with its screen, to be asked for again after a minute', async () => {
    const answer = await fetchFrame(admin.server, 'broken', 'broken');
    const { widthPx } = await pictureOf(answer);
    assert.equal(widthPx, 800);
    assert.equal(answer.headers.get('refresh'), '61');
    const { body } = await admin.get('/frames/broken');
    assert.deepEqual([body.failing.tries, body.failing.code], [1, 'script_error']);
    assert.match(body.frame_fetched, /^\d{4}-/);
    const again = await fetchFrame(admin.server, 'broken', 'broken', {
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
  });

  it('gives an error screen in the place of a picture that cannot be drawn no name that would be kept', async () => {
    const first = await fetchFrame(admin.server, 'torn', 'torn');
    const { headers } = first;
    assert.equal((await pictureOf(first)).widthPx, 800);
    assert.deepEqual(
      [headers.get('etag'), headers.get('cache-control'), headers.get('refresh')],
      [null, 'no-store', '61'],
    );
    const again = await fetchFrame(admin.server, 'torn', 'torn');
    assert.match(again.headers.get('etag') ?? '', /^"[0-9a-f]{30}"$/);
    assert.equal((await admin.get('/frames/torn')).body.failing.tries, 1);
  });

  it('tells its screen no more than its entry says', async () => {
    const answer = await fetchFrame(admin.server, 'facts', 'facts');
    assert.equal(answer.status, 200);
    const name = answer.headers.get('etag');
    const script = path.join(admin.server.screensDir, 'facts.lua');
    writeFileSync(script, 'return { data = { title = "nil Lobby 800" }, refresh_rate = 300 }');
    assert.equal((await fetchFrame(admin.server, 'facts', 'facts')).headers.get('etag'), name);
  });

  it('leaves its last picture where the script says so', async () => {
    const first = await fetchFrame(admin.server, 'skipping', 'skipping');
    const name = first.headers.get('etag');
    await admin.patch('/frames/skipping', { params: { skip: true } });
    const again = await fetchFrame(admin.server, 'skipping', 'skipping');
    assert.deepEqual(
      [again.status, again.headers.get('etag'), again.headers.get('refresh')],
      [200, name, '41'],
    );
  });

  it('shows the picture of a device, which notices nothing of it', async () => {
    const display = await getDisplay(admin.server, MAC, {
      'Battery-Voltage': '4.05',
      Width: '400',
      Height: '300',
    });
    const shown = await getImage(display.image_url);
    const before = (await admin.get(`/devices/${MAC}`)).body;
    for (const key of [MAC, 'aa-bb-cc-00-00-01']) {
      const answer = await fetchFrame(admin.server, key, 'kitchen');
      assert.equal(answer.headers.get('etag'), `"${display.filename}"`);
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(shown));
    }
    const { frame_fetched: fetched, ...after } = (await admin.get(`/devices/${MAC}`)).body;
    assert.match(fetched, /^\d{4}-/);
    assert.deepEqual({ ...after, frame_fetched: null }, before);
    const next = await getDisplay(admin.server, MAC, {
      'Battery-Voltage': '4.05',
      Width: '400',
      Height: '300',
    });
    assert.equal(next.filename, display.filename);
  });

  it('is counted, and its tokens are in no line of the log', async () => {
    const text = JSON.stringify(admin.server.logs);
    assert.ok(text.includes('/frame/hall.png'));
    for (const name of ['one', 'two', 'wide', 'kitchen', 'wrong'])
      assert.ok(!text.includes(frameToken(name)));
    assert.ok(!text.includes('token='));
  });
});
