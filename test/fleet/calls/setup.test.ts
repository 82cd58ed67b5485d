import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseContentHash } from '../../../src/domain/content-hash.ts';
import { authenticate, noteReport } from '../../../src/fleet/calls/authentication.ts';
import { setup } from '../../../src/fleet/calls/setup.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { PLAIN_SCREEN } from '../../support/server/server.ts';
import { until } from '../../support/waiting.ts';
import { ID, kindsOf, tokenOf } from './gate.ts';
import { openDeviceApi, REPORT, type TestDeviceApi } from './open-device-api.ts';

async function open(t: test.TestContext, config: string): Promise<TestDeviceApi> {
  const opened = await openDeviceApi(tempTree(t), PLAIN_SCREEN, config);
  t.after(() => opened.engine.stop(0));
  return opened;
}

test('a new device gets a key, its code, and a welcome screen of its size that is being drawn', async (t) => {
  const { api, call, log } = await open(t, 'default_screen: plain\n');
  const answer = await setup(api, call(), ID, { ...REPORT, size: { widthPx: 600, heightPx: 400 } });
  assert.deepEqual([answer.status, 'auth_mode' in answer], [200, false]);
  const code = /code (\S+) to/.exec(answer.message ?? '')?.[1] ?? '';
  const url = new URL(answer.image_url ?? '');
  const hash = parseContentHash(url.pathname.slice('/api/image/'.length, -'.png'.length));
  const content = hash === null ? null : api.store.get(hash);
  assert.ok(content !== null);
  assert.ok(content.svg.includes(code));
  assert.deepEqual([content.spec.widthPx, content.spec.heightPx], [600, 400]);
  const record = api.registry.get(ID);
  assert.deepEqual([record?.apiKey, record?.friendlyId], [answer.api_key, answer.friendly_id]);
  assert.equal(await authenticate(api, call(), ID, tokenOf(answer.api_key ?? '')), record);
  await until(() => api.store.picture(content.hash));
  const drawn = await api.pictures.fetch(content.hash, {
    deadline: deadlineIn(30_000),
    log,
    device: ID,
    party: 'entry',
  });
  assert.ok(drawn?.ok && drawn.value.drawn === 'ahead');
});

test('a known device gets the same key where the config allows it, and that is noted', async (t) => {
  const { api, call } = await open(t, 'default_screen: plain\nknown_devices: open\n');
  const first = await setup(api, call(), ID, REPORT);
  const second = await setup(api, call(), ID, REPORT);
  assert.equal(second.api_key, first.api_key);
  assert.deepEqual(kindsOf(api), ['registered', 'key_handed_out']);
});

test('a refused device gets no key but a sentence, and the screen size that it said before is kept', async (t) => {
  const { api, call, clock } = await open(t, 'default_screen: plain\nknown_devices: quiet\n');
  const size = { widthPx: 600, heightPx: 400 };
  await setup(api, call(), ID, { ...REPORT, size });
  const refused = await setup(api, call(), ID, REPORT);
  const { message, ...rest } = refused;
  assert.deepEqual(rest, { status: 404, api_key: null, friendly_id: null, image_url: null });
  assert.match(message ?? '', /^Known here with a key in use/);
  assert.deepEqual(kindsOf(api), ['registered', 'setup_refused']);
  clock.nowMs += 86_400_000;
  assert.equal((await setup(api, call(), ID, REPORT)).status, 200);
  assert.deepEqual(api.registry.get(ID)?.report.size, size);
});

test('a device learns from setup that it must sign its calls', async (t) => {
  const { api, call } = await open(t, 'default_screen: plain\nauth_mode: ed25519\n');
  assert.equal((await setup(api, call(), ID, REPORT)).auth_mode, 'ed25519');
});

for (const rule of ['open', 'quiet'])
  test(`a setup under the address of a known device changes nothing that is known of it (${rule})`, async (t) => {
    const { api, call, clock } = await open(t, `default_screen: plain\nknown_devices: ${rule}\n`);
    for (const token of [null, 'a token of its own']) {
      if (token !== null) api.registry.drop(ID);
      const own = token ?? (await setup(api, call(), ID, REPORT)).api_key ?? '';
      clock.nowMs += 1_000;
      const record = await authenticate(api, call(), ID, tokenOf(own));
      noteReport(record, { ...REPORT, batteryVoltage: 4.1, rssi: -50 }, clock.nowMs);
      Object.assign(record, { toldRefreshSeconds: 900, lastContent: 'a picture', lastGood: 'a picture' });
      const before = structuredClone(record);
      clock.nowMs += 86_400_000;
      const lies = { ...REPORT, batteryVoltage: 2.9, rssi: -99, size: { widthPx: 9, heightPx: 9 } };
      const { api_key: key } = await setup(api, { ...call(), address: '203.0.113.7' }, ID, lies);
      const { apiKey, tokenDigests, ...known } = structuredClone(record);
      const { apiKey: keyBefore, tokenDigests: digestsBefore, ...knownBefore } = before;
      assert.deepEqual(known, knownBefore);
      assert.deepEqual([apiKey, keyBefore ?? key], [key, key]);
      assert.equal(tokenDigests.length, digestsBefore.length + (keyBefore === null ? 1 : 0));
      const events = await api.events.list(ID, clock.nowMs);
      const event = events.find(({ kind }) => kind === 'key_handed_out');
      assert.deepEqual([event?.address, event?.isUsual], ['203.0.113.7', false]);
      // Who uses the key is the device from then on.
      await authenticate(api, call(), ID, tokenOf(key ?? ''));
      assert.equal(record.lastUsedMs, clock.nowMs);
    }
  });
