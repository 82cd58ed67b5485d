/** Why a device shows what it shows: situations about its pictures, each made by real calls. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertExplained, explained, trailOf } from '../support/device/explained.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { deviceHeaders, getDisplay, getImage, screensOf } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.n }}</text></svg>';
const SCREENS = screensOf(
  {
    still: 'return { data = { n = 1 }, refresh_rate = 900 }',
    keeper: 'return { skip_update = true, refresh_rate = 900 }',
    broken: 'error("the forecast has no days")',
  },
  SVG,
);
const macOf = (number: number): string =>
  `AA:BB:CC:DD:EE:${number.toString(16).padStart(2, '0').toUpperCase()}`;
const KEEPER = macOf(40);
const BROKEN = macOf(41);
const STRANGER = macOf(42);
const STILL = Array.from({ length: 9 }, (_, number) => `  "${macOf(number)}": { screen: still }\n`);
const CONFIG = `default_screen: still
devices:
  "${KEEPER}": { screen: keeper }
  "${BROKEN}": { screen: broken }
${STILL.join('')}`;
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;

function saying(text: string): RegExp {
  return new RegExp(text.replaceAll('T1', TIME));
}

describe('the explanation of a picture', () => {
  let admin: Admin;
  let clock: MovedClock;
  before(async () => {
    clock = new MovedClock();
    admin = await startAdmin({ config: CONFIG, screens: SCREENS });
  });
  after(async () => {
    await admin.server.stop();
    clock.restore();
  });

  it('says what is shown since when, and when the next poll is expected', async () => {
    const { image_url: url } = await getDisplay(admin.server, macOf(1), { 'X-Request-Id': 'good-poll' });
    await getImage(url);
    const says = saying('^It shows still since T1, and its next poll is expected at T1\\.$');
    const { evidence, since } = await assertExplained(admin, macOf(1), 'shown', says);
    const [told, fetched] = evidence;
    assert.deepEqual(
      [told?.text, told?.request_id],
      ['Told a new picture, and a refresh of 900 seconds.', 'good-poll'],
    );
    assert.match(fetched?.text ?? '', /^Fetched: 200, \d+ bytes\.$/);
    assert.ok(since !== null && Math.abs(Date.parse(since) - Date.now()) < 60_000);
  });

  it('says that a device sleeps, which is not offline', async () => {
    const mac = macOf(2);
    await getImage((await getDisplay(admin.server, mac)).image_url);
    clock.pass(300);
    const says = saying(
      '^It sleeps as it was told, and its next poll is expected at T1; it shows still since T1\\.$',
    );
    await assertExplained(admin, mac, 'asleep', says);
  });

  it('says that a device has no entry', async () => {
    await getImage((await getDisplay(admin.server, STRANGER)).image_url);
    const says =
      /^It has no entry in the config, and shows the default screen still\. Give it an entry with the screen that it is to show\.$/;
    const { others } = await assertExplained(admin, STRANGER, 'pending', says);
    assert.deepEqual(
      others.map(({ code }) => code),
      ['shown'],
    );
  });

  it('says that a picture was never fetched, and where it is', async () => {
    const mac = macOf(3);
    await getDisplay(admin.server, mac);
    clock.pass(60);
    const { server } = admin;
    const says = saying(
      `^Told a picture at T1, never fetched: the device cannot reach ${server.url}, the host of image_url`,
    );
    await assertExplained(admin, mac, 'never_fetched', says);
    clock.pass(840);
    await getDisplay(server, mac);
    await assertExplained(admin, mac, 'never_fetched', says);
  });

  it('counts polls in quick succession', async () => {
    const mac = macOf(4);
    for (let turn = 0; turn < 5; turn++) {
      await getDisplay(admin.server, mac, { 'X-Request-Id': `retry-${turn}` });
      clock.pass(2);
    }
    const says = saying(
      '^5 polls in \\d+ seconds, from T1 to T1: the download is refused or fails\\. Open image_url from its network to see why\\.$',
    );
    const { evidence } = await assertExplained(admin, mac, 'retries', says);
    assert.deepEqual(
      evidence.map(({ request_id: id }) => id),
      [0, 1, 2, 3, 4].map((turn) => `retry-${turn}`),
    );
  });

  it('says that an image call was refused, if the device says so itself', async () => {
    const mac = macOf(5);
    const { image_url: url } = await getDisplay(admin.server, mac);
    const answer = await fetch(
      url.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
      {
        headers: { 'X-Request-Id': 'bad-signature' },
      },
    );
    assert.equal(answer.status, 403);
    await assertExplained(admin, mac, 'shown', /^It was told a picture of still/);
    clock.pass(61);
    const never = /^Told a picture .*, never fetched: .*, or something on the way changes the address/;
    const { others } = await assertExplained(admin, mac, 'never_fetched', never);
    const remark = others.find(({ code }) => code === 'unproven_calls');
    assert.match(
      remark?.text ?? '',
      /its own only if something on the way changes the address of its picture/,
    );
    assert.ok(remark?.evidence.some(({ request_id: id }) => id === 'bad-signature'));
    const body = '{"logs":[{"message":"[HTTPS] GET... failed, code: 403 (Forbidden)"}]}';
    await fetch(`${admin.server.url}/api/log`, { method: 'POST', headers: deviceHeaders(mac), body });
    const says = saying(
      '^Told of a picture at T1, and its log says at T1 that its image call was refused with 403: the signature is wrong',
    );
    await assertExplained(admin, mac, 'image_refused', says);
  });

  it('says that an image call came too late', async () => {
    const mac = macOf(6);
    const { image_url: url } = await getDisplay(admin.server, mac);
    clock.pass(2 * 3_600);
    assert.equal((await fetch(url)).status, 403);
    const { code, others } = await explained(admin, mac);
    assert.equal(code, 'late');
    const refused = others.find(({ code }) => code === 'image_refused');
    assert.match(refused?.text ?? '', /403: it came after the address had expired/);
  });

  it('does not take the word of somebody else for a refused image call', async () => {
    const mac = macOf(7);
    const { image_url: url } = await getDisplay(admin.server, mac);
    await getImage(url);
    await fetch(url.replace(/\/[0-9a-f]{30}\.png/, `/${'0'.repeat(30)}.png`));
    const steps = await trailOf(admin, mac);
    assert.deepEqual(
      steps.flatMap(({ images = [] }) => images.map(({ status }: { status: number }) => status)),
      [200],
    );
    assert.ok(steps.every(({ kind }) => kind !== 'image'));
  });

  it('says that the data did not change', async () => {
    const mac = macOf(8);
    await getImage((await getDisplay(admin.server, mac)).image_url);
    for (let poll = 0; poll < 4; poll++) {
      clock.pass(900);
      await getDisplay(admin.server, mac);
    }
    const says = saying('^Same picture since T1, 4 polls since then: the data of still did not change\\.$');
    await assertExplained(admin, mac, 'unchanged', says);
    const steps = (await trailOf(admin, mac)).filter(({ kind }) => kind === 'poll');
    assert.deepEqual(
      steps.map(({ decision, count }) => [decision, count]),
      [
        ['new', 1],
        ['same', 4],
      ],
    );
  });

  it('says that the script leaves the picture in place', async () => {
    await getImage((await getDisplay(admin.server, KEEPER)).image_url);
    clock.pass(900);
    await getDisplay(admin.server, KEEPER);
    clock.pass(900);
    await getDisplay(admin.server, KEEPER);
    const says = saying(
      '^Its script says at each poll since T1 that the picture stays \\(skip_update\\): it shows that of T1\\.$',
    );
    await assertExplained(admin, KEEPER, 'kept', says);
  });

  it('says why a screen fails, and remembers it when it works again', async () => {
    await getImage((await getDisplay(admin.server, BROKEN)).image_url);
    const says = saying(
      '^Its screen fails since T1 \\(1 time, script_error\\): ".*the forecast has no days.*"; it shows the error\\. Preview it in the console or with `stipple render`, and mend it: the next poll takes it\\.$',
    );
    await assertExplained(admin, BROKEN, 'screen_fails', says);
    const failed = (await admin.get(`/devices/${BROKEN}`)).body;
    assert.deepEqual([failed.failing.code, failed.last_failure.code], ['script_error', 'script_error']);
    const patched = await admin.patch(`/devices/${BROKEN}`, { screen: 'local/still' });
    assert.equal(patched.status, 200, JSON.stringify(patched.body));
    await assertExplained(admin, BROKEN, 'config_changed', /^Its entry \(screen/);
    clock.pass(300);
    await getImage((await getDisplay(admin.server, BROKEN)).image_url);
    await assertExplained(admin, BROKEN, 'shown', /^It shows local\/still/);
    const { failing, last_failure: last } = (await admin.get(`/devices/${BROKEN}`)).body;
    assert.equal(failing, null);
    assert.deepEqual([last.at, last.code], [failed.last_failure.at, 'script_error']);
    assert.match(last.reason, /the forecast has no days/);
  });
});

describe('the explanation of pictures that two servers tell', () => {
  it('says that they have different secrets, by what they say of themselves', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const clock = new MovedClock();
    t.after(() => clock.restore());
    const start = async (secret: string): Promise<Admin> => {
      const env = { STORE_URL: redis.url, SERVICE_URL_SECRET: secret };
      const admin = await startAdmin({ config: CONFIG, screens: SCREENS, env });
      t.after(() => admin.server.stop());
      return admin;
    };
    const [one, two] = [
      await start('the secret of the first server'),
      await start('another secret altogether'),
    ];
    const mac = macOf(1);
    const { image_url: url } = await getDisplay(one.server, mac);
    assert.equal((await fetch(url.replace(one.server.url, two.server.url))).status, 403);
    clock.pass(61);
    await until(
      async () => (await explained(two, mac)).code === 'image_refused',
      'the servers know each other',
    );
    await assertExplained(
      two,
      mac,
      'image_refused',
      /the servers of the state store sign addresses with different secrets/,
    );
    assert.deepEqual((await two.get('/health')).body.drift, ['secret']);
  });
});
