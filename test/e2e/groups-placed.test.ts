/** `PATCH /api/admin/groups/{name}`: groups are renamed and moved, and the file around them stays. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { assertExplained } from '../support/device/explained.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import { type Admin, SCREENS, startAdmin, TOKEN } from '../support/server/admin.ts';
import { adminTokens, Named, namedToken } from '../support/server/named-tokens.ts';
import { getDisplay, getImage } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const TOKENS = adminTokens({ vera: 'viewer', otto: 'author', ada: 'admin' });
const CONFIG = `default_screen: plain # for the rest
devices:
  "${MAC}": { tags: [hall, night] }
groups:
  # People look at these.
  halls: # by the window
    match: { tag: hall }
    screen: local/quiet
    refresh: 600

  # After ten.
  nights: { match: { tag: night }, refresh: 1200 } # dark
${TOKENS}`;

let admin: Admin;
let clock: MovedClock;
before(async () => {
  clock = new MovedClock();
  // Its script leaves the refresh to the groups.
  const quiet = { 'quiet.lua': 'return { data = {} }', 'quiet.svg': SCREENS['plain.svg'] ?? '' };
  admin = await startAdmin({ config: CONFIG, screens: { ...SCREENS, ...quiet } });
});
beforeEach(async () => {
  await admin.takeConfig(CONFIG);
});
after(async () => {
  await admin.server.stop();
  clock.restore();
});

const order = async (): Promise<readonly string[]> =>
  (await admin.get('/groups')).body.map(({ name }: { name: string }) => name);

const MOVED = CONFIG.replace(
  /( {2}# People[\s\S]*?refresh: 600\n)\n( {2}# After ten\.\n.*# dark\n)/,
  (_, halls, nights) => `${nights}\n${halls}`,
);

describe('PATCH /api/admin/groups/{name}', () => {
  it('moves a group with its comments, and the first one counts from the next call on', async () => {
    assert.equal((await getDisplay(admin.server, MAC)).refresh_rate, 600);
    const moved = await admin.patch('/groups/nights', { before: 'halls' });
    assert.deepEqual([moved.status, moved.body], [200, { name: 'nights', groups: ['nights', 'halls'] }]);
    assert.equal(admin.configText(), MOVED);
    assert.deepEqual(await order(), ['nights', 'halls']);
    assert.equal((await getDisplay(admin.server, MAC)).refresh_rate, 1200);
    const back = await admin.patch('/groups/nights', { before: null });
    assert.deepEqual(back.body, { name: 'nights', groups: ['halls', 'nights'] });
    assert.equal(admin.configText(), CONFIG);
  });

  it('renames one in its place, and does both at once', async () => {
    assert.equal((await admin.patch('/groups/halls', { name: 'lobby' })).status, 200);
    assert.equal(admin.configText(), CONFIG.replace('halls:', 'lobby:'));
    const both = await admin.patch('/groups/lobby', { name: 'halls', before: null });
    assert.deepEqual(both.body, { name: 'halls', groups: ['nights', 'halls'] });
    assert.equal(admin.configText(), MOVED);
    assert.equal((await admin.patch('/groups/halls', { name: 'halls' })).status, 200);
    assert.equal(admin.configText(), MOVED);
  });

  it('is in the audit trail, and in the explanation of the devices that show something else by it', async () => {
    await getImage((await getDisplay(admin.server, MAC)).image_url);
    clock.pass(10);
    const ada = new Named(admin.server, 'ada');
    assert.equal((await ada.patch('/groups/nights', { before: 'halls' })).status, 200);
    const [entry] = (await admin.get('/audit')).body.entries;
    assert.deepEqual([entry.who, entry.action, entry.status], ['ada', 'PATCH /api/admin/groups/nights', 200]);
    assert.deepEqual(entry.changes, [
      { path: 'groups (order)', before: ['halls', 'nights'], after: ['nights', 'halls'] },
    ]);
    await assertExplained(
      admin,
      MAC,
      'config_changed',
      /^What the config gives it \(the order of the groups\) was changed at/,
    );
    assert.equal((await ada.patch('/groups/nights', { name: 'dark' })).status, 200);
    const [renamed] = (await admin.get('/audit')).body.entries;
    assert.deepEqual(
      [...new Set(renamed.changes.map(({ path }: { path: string }) => path.split('.', 2).join('.')))].sort(),
      ['groups.dark', 'groups.nights'],
    );
  });

  it('says of an order that an edit by hand has made what one by the API has', async () => {
    await getImage((await getDisplay(admin.server, MAC)).image_url);
    clock.pass(10);
    await admin.takeConfig(MOVED);
    const says = /^What the config gives it \(the order of the groups\) was changed at/;
    const { evidence } = await assertExplained(admin, MAC, 'config_changed', says);
    assert.equal(evidence[0]?.text, 'By an edit of the config file.');
  });

  it('refuses what cannot be, says each problem, and changes nothing', async () => {
    for (const [route, body, status, fields] of [
      ['/groups/none', { name: 'a' }, 404, []],
      ['/groups/halls', {}, 400, ['name']],
      ['/groups/halls', { name: 'nights' }, 400, ['name']],
      ['/groups/halls', { name: 'a b', before: 'c' }, 400, ['name', 'before']],
      ['/groups/halls', { before: 'halls' }, 400, ['before']],
      ['/groups/halls', { name: 5, position: 1 }, 400, ['name', 'position']],
    ] as const) {
      const { status: got, body: answer } = await admin.patch(route, body);
      const what = JSON.stringify([route, body, answer]);
      assert.equal(got, status, what);
      const named = (answer.problems ?? []).map(({ field }: { field: string }) => field);
      assert.deepEqual([...named].sort(), [...fields].sort(), what);
    }
    assert.equal(admin.configText(), CONFIG);
  });

  it('refuses what would change something else, as where an anchor stands', async () => {
    const anchored = CONFIG.replace('refresh: 600', 'refresh: &r 600').replace('1200', '*r');
    await admin.takeConfig(anchored);
    const { status, body } = await admin.patch('/groups/nights', { before: 'halls' });
    assert.deepEqual([status, body.code], [409, 'config_not_usable']);
    assert.match(body.error, /cannot be placed without changing something else/);
    assert.equal(admin.configText(), anchored);
    assert.equal((await admin.patch('/groups/nights', { name: 'dark' })).status, 200);
  });

  it('is a revision of a config in the state store, which is undone as any other', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-groups-'));
    const env = { CONFIG_FILE: 'store:', STORE_URL: `file:${folder}` };
    const stored = await startAdmin({ env });
    t.after(async () => {
      await stored.server.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    for (const name of ['a', 'b']) {
      assert.equal((await stored.call('PUT', `/groups/${name}`, { match: { tag: name } })).status, 200);
    }
    assert.deepEqual((await stored.patch('/groups/b', { before: 'a' })).body.groups, ['b', 'a']);
    const [latest] = (await stored.get('/config/history')).body.revisions;
    assert.match(latest.note, /: moved groups\.b before a: put the groups into another order$/);
    assert.equal((await stored.post('/config/undo', {})).status, 200);
    const names = (await stored.get('/groups')).body.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, ['a', 'b']);
  });

  it('needs an admin', async () => {
    for (const name of ['vera', 'otto']) {
      const { status, body } = await new Named(admin.server, name).patch('/groups/halls', { name: 'a' });
      assert.deepEqual([status, body.code], [403, 'forbidden']);
    }
    assert.equal(admin.configText(), CONFIG);
  });
});

describe('If-Match of a group', () => {
  const call = (method: string, headers: Readonly<Record<string, string>>, body?: object, token = TOKEN) =>
    fetch(`${admin.server.url}/api/admin/groups/halls`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it('lets each change through while the group is as it was read, and none after another', async () => {
    const changes = [
      ['PATCH', { before: null }],
      ['PUT', { match: { tag: 'hall' }, screen: 'local/plain' }],
      ['DELETE', undefined],
    ] as const;
    for (const [method, body] of changes) {
      const read = (await call('GET', {})).headers.get('ETag') ?? '';
      assert.match(read, /^"[0-9a-f]{30}"$/);
      const stale = await call(method, { 'If-Match': `"${'0'.repeat(30)}"` }, body);
      assert.deepEqual([stale.status, stale.headers.get('ETag')], [412, read], method);
      assert.equal(((await stale.json()) as { code: string }).code, 'group_changed');
      const fresh = await call(method, { 'If-Match': read }, body);
      assert.equal(fresh.status, 200, await fresh.text());
    }
  });

  it('is told to admins alone', async () => {
    assert.equal((await call('GET', {}, undefined, namedToken('vera'))).headers.get('ETag'), null);
  });
});
