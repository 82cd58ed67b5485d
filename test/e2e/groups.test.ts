/** Groups over HTTP: what devices show because of them, and what admins see and change. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Admin, type AdminAnswer, startAdmin } from '../support/server/admin.ts';
import { codeOf, getDisplay, getImage, PLAIN_SCREEN } from '../support/server/server.ts';

const HALL = 'AA:BB:CC:DD:EE:01';
const OWN = 'AA:BB:CC:DD:EE:02';
const KINDLE = 'AA:BB:CC:DD:EE:03';
const STRANGER = 'AA:BB:CC:DD:EE:04';

const CONFIG = `default_screen: plain
devices:
  "${HALL}": { name: Hall, tags: [hall] } # by the window
  "${OWN}": { screen: local/plain, tags: [hall] }
groups:
  # People look at these.
  halls: { match: { tag: hall }, screen: local/said, refresh: 300, params: { text: hall } }
  kindles: { match: { model: "kindle*" }, screen: local/said, params: { text: kindle } }
`;

let admin: Admin;

function put(route: string, body: unknown): Promise<AdminAnswer> {
  return admin.call('PUT', route, body);
}

before(async () => {
  admin = await startAdmin({
    config: CONFIG,
    screens: {
      ...PLAIN_SCREEN,
      'said.lua': 'return { data = { text = params.text, known = tostring(device.registered) } }',
      'said.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99" font-size="40">{{ data.text }} {{ data.known }}</text></svg>',
      'said.meta.yaml': 'params:\n  text: { type: string, required: true }\n',
    },
  });
});
after(() => admin.server.stop());

describe('a group', () => {
  it('gives a device with its tag a screen, and one with a screen of its own the rest', async () => {
    const hall = await getDisplay(admin.server, HALL);
    assert.equal(hall.refresh_rate, 300);
    const { body } = await admin.get(`/devices/${OWN}`);
    assert.deepEqual(body.effective.settings, {
      screen: { value: 'local/plain', from: `devices.${OWN}` },
      refresh: { value: 300, from: 'groups.halls' },
    });
    // Only one that has called is recognised by what it says.
    const called = (await admin.get(`/devices/${HALL}`)).body.effective.settings.panel;
    assert.deepEqual(called, { value: 'og', from: 'panels.og.match' });
    assert.deepEqual(body.effective.params, {});
    assert.notEqual((await getDisplay(admin.server, OWN)).filename, hall.filename);
  });

  it('adopts a new device, which is not pending then and knows that it is registered', async () => {
    const kindle = await getDisplay(admin.server, KINDLE, { Model: 'Kindle PW3' });
    const stranger = await getDisplay(admin.server, STRANGER, { Model: 'og' });
    assert.notEqual(kindle.filename, stranger.filename);
    const { body: pending } = await admin.get('/pending');
    assert.deepEqual(
      pending.map(({ mac }: { mac: string }) => mac),
      [STRANGER],
    );
    const { body } = await admin.get(`/devices/${KINDLE}`);
    assert.deepEqual([body.registered, body.groups, body.problems], [false, ['kindles'], []]);
    assert.deepEqual(body.effective.params, { text: { value: 'kindle', from: 'groups.kindles' } });
    const preview = await admin.call('GET', `/devices/${KINDLE}/preview`);
    assert.equal(preview.status, 200);
    assert.equal((await admin.call('GET', `/devices/${STRANGER}/preview`)).status, 404);
  });

  it('may get a pin without an entry of its own, which goes with the pin', async () => {
    const route = `/devices/${KINDLE}/pin`;
    const before = admin.configText();
    const told = await getDisplay(admin.server, KINDLE, { Model: 'Kindle PW3' });
    const { status, body } = await admin.call('PUT', route, { screen: 'local/plain', for: '2h' });
    assert.deepEqual([status, body.key, body.screen], [200, KINDLE, 'local/plain'], JSON.stringify(body));
    const pinned = await getDisplay(admin.server, KINDLE, { Model: 'Kindle PW3' });
    assert.notEqual(pinned.filename, told.filename);
    assert.deepEqual((await admin.delete(route)).body, { ok: true });
    assert.equal(admin.configText(), before);
    assert.equal((await getDisplay(admin.server, KINDLE, { Model: 'Kindle PW3' })).filename, told.filename);
    const stranger = await admin.call('PUT', `/devices/${STRANGER}/pin`, {
      screen: 'local/plain',
      for: '2h',
    });
    assert.deepEqual([stranger.status, stranger.body.code], [404, 'unknown_device']);
  });

  it('is found by the picture that a server makes anew', async () => {
    const told = await getDisplay(admin.server, HALL);
    const png = await getImage(told.image_url);
    assert.ok(png.length > 100);
  });

  it('says nothing to a device whose registration is closed', async () => {
    await admin.patch('/settings', { registration_enabled: false });
    await assert.rejects(
      getDisplay(admin.server, 'AA:BB:CC:DD:EE:05', { Model: 'Kindle PW3' }),
      /display: 40[14]/,
    );
    await admin.patch('/settings', { registration_enabled: true });
  });

  it('leaves out what its screen does not know, and reports what it gives wrong', async () => {
    const bad = await put('/groups/wrong', {
      match: { tag: 'x' },
      screen: 'local/said',
      params: { text: 7 },
    });
    assert.equal(bad.status, 400);
    assert.deepEqual(
      bad.body.problems.map(({ field }: { field: string }) => field),
      ['params.text'],
    );
    // What is missing may come from an entry.
    const good = await put('/groups/half', { match: { tag: 'x' }, screen: 'local/said' });
    assert.deepEqual(good.body, { name: 'half', created: true });
    await admin.delete('/groups/half');
  });
});

describe('an admin', () => {
  it('adds, replaces and removes a group; comments stay, and devices follow at once', async () => {
    const first = { match: { mac: HALL }, screen: 'local/plain', refresh: 60 };
    assert.deepEqual((await put('/groups/late', first)).body, { name: 'late', created: true });
    // `halls` comes before it.
    assert.equal((await getDisplay(admin.server, HALL)).refresh_rate, 300);
    const replaced = { match: { tag: 'hall' }, screen: 'local/said', refresh: 120, params: { text: 'new' } };
    assert.deepEqual((await put('/groups/halls', replaced)).body, { name: 'halls', created: false });
    assert.equal((await getDisplay(admin.server, HALL)).refresh_rate, 120);
    const { body } = await admin.get('/groups');
    assert.deepEqual(
      body.map(({ name }: { name: string }) => name),
      ['halls', 'kindles', 'late'],
    );
    assert.deepEqual((await admin.delete('/groups/late')).body, { deleted: 'late' });
    assert.equal((await admin.delete('/groups/late')).status, 404);
    const text = admin.configText();
    assert.match(text, /# by the window/);
    assert.match(text, /# People look at these\./);
  });

  it('gives a device tags instead of a screen, and takes them away', async () => {
    const key = codeOf(STRANGER);
    const made = await admin.post('/devices', { key, tags: ['hall'], name: 'New' });
    assert.deepEqual([made.status, made.body.screen], [200, null]);
    assert.equal((await getDisplay(admin.server, STRANGER)).refresh_rate, 120);
    const patched = await admin.patch(`/devices/${key}`, { clear: ['tags'], name: 'Newer' });
    assert.deepEqual(patched.body, { key, screen: 'plain' });
    const bare = await admin.post('/devices', { key: 'AA:BB:CC:DD:EE:0A', name: 'x' });
    assert.deepEqual(
      [bare.status, bare.body.problems.map(({ field }: { field: string }) => field)],
      [400, ['screen']],
    );
    const odd = await admin.patch(`/devices/${key}`, { tags: ['<script>'] });
    assert.equal(odd.status, 400);
  });

  it('cannot write what would break the config', async () => {
    for (const [name, body] of [
      ['a b', { match: { tag: 'x' } }],
      ['__proto__', { match: { tag: 'x' } }],
      ['x', { match: {} }],
      ['x', {}],
      ['x', { match: { tag: 'x' }, name: 'N' }],
      ['x', { match: { tag: 'x' }, panel: 'none' }],
      ['x', { match: Array.from({ length: 99 }, () => ({ tag: 'x' })) }],
    ] as const) {
      const answer = await put(`/groups/${encodeURIComponent(name)}`, body);
      assert.equal(answer.status, 400, JSON.stringify([name, body, answer.body]));
    }
    assert.equal((await admin.get('/groups/none')).status, 404);
  });
});
