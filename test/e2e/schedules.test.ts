/** Schedules over HTTP: what devices show and are told, what admins set, list, preview and pin. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { getDisplay, PLAIN_SCREEN } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:00:00:01';
const svg = PLAIN_SCREEN['plain.svg'] ?? '';
const titled = (title: string, more = ''): string =>
  `return { data = { title = "${title}" .. tostring(params.n or "") }, refresh_rate = 900 ${more} }`;
const CONFIG = `default_screen: plain
devices:
  "${MAC}":
    screen: local/own # ours
    schedule:
      zone: UTC
      windows:
        # the year
        - { dates: [2030-01-01..2030-06-30], screen: local/empty }
      playlist:
        - { screen: local/empty, for: 12h }
        - { screen: local/other, params: { n: 7 }, refresh: 2m, for: 12h }
  AA:BB:CC:00:00:02: { screen: local/own, schedule: { sleep: { from: "00:00", to: "24:00" } } }
  AA:BB:CC:00:00:03: { screen: local/own, schedule: { battery: { below: 30, refresh_times: 2 } } }
`;

describe('schedules', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({
      config: CONFIG,
      screens: {
        ...PLAIN_SCREEN,
        ...{ 'own.lua': titled('own'), 'own.svg': svg, 'other.lua': titled('other'), 'other.svg': svg },
        ...{ 'empty.lua': 'return { nothing_to_show = true }', 'empty.svg': svg },
      },
    });
  });
  after(() => admin.server.stop());

  const refresh = async (mac: string, headers: Record<string, string> = {}): Promise<number> =>
    (await getDisplay(admin.server, mac, headers)).refresh_rate;
  const preview = async (query: string): Promise<string> => {
    const route = `${admin.server.url}/api/admin/devices/${MAC}/preview${query}`;
    const response = await fetch(route, {
      headers: { Authorization: 'Bearer correct horse battery staple' },
    });
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  };

  it('show the next item where a script has nothing to show, with its refresh, by day and night', async () => {
    const told = await refresh(MAC);
    assert.ok(told >= 60 && told <= 900, String(told));
    const [morning, evening] = [
      await preview('?at=2026-05-01T03:00:00Z'),
      await preview('?at=2026-05-01T15:00:00Z'),
    ];
    // The item of the morning passes on to that of the evening.
    assert.equal(morning, evening);
    assert.notEqual(await preview('?at=2030-02-01T03:00:00%2B01:00'), evening);
    assert.equal((await admin.get(`/devices/${MAC}/preview?at=now`)).body.code, 'invalid_query');
  });

  it('let panels sleep, and save their batteries', async () => {
    assert.equal(await refresh('AA:BB:CC:00:00:02'), 2_592_000);
    assert.equal(await refresh('AA:BB:CC:00:00:03', { 'Battery-Voltage': '4.10' }), 900);
    assert.equal(await refresh('AA:BB:CC:00:00:03', { 'Battery-Voltage': '3.60' }), 1_800);
  });

  it('are listed ahead', async () => {
    const { body } = await admin.get(`/devices/${MAC}/schedule?from=2029-12-31T06:00:00Z&hours=24`);
    assert.deepEqual(
      body.entries.map((entry: Record<string, unknown>) => [
        entry['end'],
        entry['screen'],
        entry['why'],
        entry['place'],
      ]),
      [
        ['2029-12-31T12:00:00.000Z', 'local/empty', 'playlist', 'playlist.0'],
        ['2030-01-01T00:00:00.000Z', 'local/other', 'playlist', 'playlist.1'],
        ['2030-01-01T06:00:00.000Z', 'local/empty', 'window', 'windows.0'],
      ],
    );
    assert.deepEqual([body.zone, body.entries[1].refresh], ['UTC', 120]);
    for (const query of ['hours=0', 'hours=1e9', 'from=2026', 'hours=1&hours=2', 'form=x']) {
      assert.equal((await admin.get(`/devices/${MAC}/schedule?${query}`)).body.code, 'invalid_query', query);
    }
    assert.equal((await admin.get('/devices/AA:BB:CC:00:00:99/schedule')).status, 404);
  });

  it('give way to a pin, which leaves the rest of the entry as it was', async () => {
    const before = admin.configText();
    const pinned = await admin.call('PUT', `/devices/${MAC}/pin`, {
      screen: 'local/own',
      params: { n: 1 },
      for: '2h',
    });
    assert.equal(pinned.status, 200, JSON.stringify(pinned.body));
    const list = (await admin.get(`/devices/${MAC}/schedule?hours=1`)).body.entries;
    assert.deepEqual([list.length, list[0].why, list[0].screen], [1, 'pin', 'local/own']);
    assert.ok(admin.configText().includes('# the year'));
    const { body } = await admin.get(`/devices/${MAC}`);
    assert.deepEqual([body.schedule.pin.until, body.problems], [pinned.body.until.replace('.000Z', 'Z'), []]);
    assert.deepEqual((await admin.delete(`/devices/${MAC}/pin`)).body, { ok: true });
    assert.deepEqual((await admin.delete(`/devices/${MAC}/pin`)).body, { ok: true });
    assert.equal(admin.configText(), before);
    const bad = await admin.call('PUT', `/devices/${MAC}/pin`, {
      screen: 'local/none',
      until: '2020-01-01T00:00:00Z',
      for: 5,
    });
    assert.deepEqual([bad.status, bad.body.code], [400, 'invalid_body']);
    const none = await admin.call('PUT', `/devices/${MAC}/pin`, { screen: 'local/none', for: 60 });
    assert.deepEqual(
      none.body.problems.map(({ field }: { field: string }) => field),
      ['screen'],
    );
    const unknown = await admin.call('PUT', '/devices/AA:BB:CC:00:00:99/pin', {
      screen: 'local/own',
      for: 60,
    });
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'unknown_device']);
  });

  it('are set with every mistake told at its field, and cleared', async () => {
    const key = 'AA:BB:CC:00:00:03';
    const schedule = { windows: [{ days: 'mon-fri', from: '08:00', screen: 'local/other', refresh: 300 }] };
    assert.equal((await admin.patch(`/devices/${key}`, { schedule })).status, 200);
    assert.deepEqual((await admin.get(`/devices/${key}`)).body.schedule, schedule);
    const wrong = await admin.patch(`/devices/${key}`, {
      schedule: {
        windows: [{ from: '8', screen: 'local/own' }],
        sleep: [{ days: 'someday' }],
        zone: 'Nowhere',
        naps: 1,
      },
    });
    const fields = wrong.body.problems.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields.sort(), [
      'schedule.naps',
      'schedule.sleep.0.days',
      'schedule.windows.0.from',
      'schedule.zone',
    ]);
    const missing = await admin.patch(`/devices/${key}`, {
      schedule: { playlist: [{ screen: 'local/none', for: '1h' }] },
    });
    assert.deepEqual(missing.body.problems[0].field, 'schedule.playlist.0.screen');
    assert.equal((await admin.patch(`/devices/${key}`, { clear: ['schedule'] })).status, 200);
    assert.equal((await admin.get(`/devices/${key}`)).body.schedule, null);
    const created = await admin.post('/devices', { key: 'AA:BB:CC:00:00:04', screen: 'local/own', schedule });
    assert.equal(created.status, 200, JSON.stringify(created.body));
  });
});
