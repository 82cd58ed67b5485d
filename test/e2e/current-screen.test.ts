/** What mirrors of a device get: its last picture, and the device notices nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { display, setup } from '../support/device/calls.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { getImage, PLAIN_SCREEN } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:00:00:01';
const PATHS = ['/api/display/current', '/api/current_screen'];

describe('a mirror of a device', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ screens: PLAIN_SCREEN, config: 'default_screen: plain\n' });
  });
  after(() => admin.server.stop());

  async function ask(path: string, headers: Readonly<Record<string, string>>) {
    const response = await fetch(admin.server.url + path, { headers });
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
  }

  it('gets what it was told last, by its token alone or with its address, and is no poll', async () => {
    const token = String((await setup(admin.server, MAC)).body.api_key);
    for (const path of PATHS) {
      const { status, body } = await ask(path, { 'Access-Token': token });
      assert.deepEqual([status, body['code']], [404, 'content_not_found']);
    }
    const told = (await display(admin.server, MAC, token)).body;
    const wanted = await getImage(told.image_url);
    const [device, trail] = [await admin.get(`/devices/${MAC}`), await admin.get(`/devices/${MAC}/events`)];
    for (const path of PATHS) {
      for (const headers of [{ 'Access-Token': token }, { 'Access-Token': token, ID: MAC }]) {
        const { status, body } = await ask(path, headers);
        assert.deepEqual([status, body['status']], [200, 200]);
        assert.deepEqual([body['filename'], body['refresh_rate']], [told.filename, told.refresh_rate]);
        assert.deepEqual(await getImage(String(body['image_url'])), wanted);
      }
    }
    assert.deepEqual((await admin.get(`/devices/${MAC}`)).body, device.body);
    assert.deepEqual((await admin.get(`/devices/${MAC}/events`)).body, trail.body);
  });

  it('is refused with a wrong token, and adopts nobody', async () => {
    for (const path of PATHS) {
      const wrong = await ask(path, { 'Access-Token': 'another token', ID: MAC });
      assert.deepEqual([wrong.status, wrong.body['code']], [401, 'invalid_token']);
      const unknown = await ask(path, { 'Access-Token': 'another token', ID: 'AA:BB:CC:00:00:09' });
      assert.deepEqual([unknown.status, unknown.body['code']], [404, 'device_not_found']);
      assert.equal((await ask(path, { 'Access-Token': 'another token' })).status, 400);
    }
    assert.equal((await admin.get('/devices/AA:BB:CC:00:00:09')).status, 404);
  });
});
