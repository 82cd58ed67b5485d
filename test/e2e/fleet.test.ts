/** The list of the fleet, with thousands of devices: filters, orders, counters and pages. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fleetEntries, fleetMac, letCall } from '../support/device/test-fleet.ts';
import { rounds } from '../support/rounds.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { codeOf, getDisplay } from '../support/server/server.ts';

const FLEET = rounds(10_000);
/** Of which every tenth has an old firmware. */
const STALE = Math.ceil(FLEET / 10);
const HOUR = 3_600_000;
const PENDING = 'AA:BB:CC:DD:EE:01';
const BY_CODE = 'AA:BB:CC:DD:EE:02';
const NEVER = 'AA:BB:CC:DD:EE:03';
const ADOPTED = 'AA:BB:CC:DD:EE:04';

/** Groups of which most select nobody. */
const GROUPS = Array.from(
  { length: 28 },
  (_, number) => `  g${number}: { match: { model: "m${number}*" }, refresh: 60 }\n`,
);

const CONFIG = `default_screen: plain
panels:
  wide: { width: 1200, height: 800 }
devices:
  DEFAULT: { screen: plain }
  ${codeOf(BY_CODE)}: { screen: local/typed, name: By code, panel: wide, params: { city: Bern } }
  "${NEVER}":
    { screen: plain, name: Wall 10, tags: [Hall, wall], schedule: { windows: [{ screen: local/plain }] } }
${fleetEntries(FLEET)}groups:
  halls: { match: { tag: hall }, panel: wide }
  kindles: { match: { model: "kindle*" }, screen: local/plain }
${GROUPS.join('')}`;

interface Row {
  readonly key: string;
  readonly name: string | null;
  readonly state: string;
  readonly conditions: readonly string[];
}

let admin: Admin;

async function fleet(
  query = '',
): Promise<{ total: number; next: string | null; keys: string[]; rows: Row[] }> {
  const { status, body } = await admin.get(`/fleet${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return { ...body, rows: body.devices, keys: body.devices.map(({ key }: Row) => key) };
}

async function totalOf(query: string): Promise<number> {
  return (await fleet(`?limit=1&${query}`)).total;
}

before(async () => {
  admin = await startAdmin({ config: CONFIG });
  const { registry } = admin.server.app;
  const now = Date.now();
  const failing = { sinceMs: now - HOUR, code: 'script_error' } as never;
  for (let number = 0; number < FLEET; number += 1) {
    const late = number < 100 ? { lastSeenMs: now - HOUR } : { lastSeenMs: now };
    const failed = number >= 100 && number < 130 ? { failing } : {};
    letCall(registry, fleetMac(number), {
      ...late,
      ...failed,
      report: {
        firmwareVersion: number % 10 === 0 ? '1.5.2' : '1.8.15',
        percentCharged: number < 50 ? 19 : 20 + (number % 80),
        rssi: number < 40 ? -85 : -60,
      },
    });
  }
  await getDisplay(admin.server, PENDING, { RSSI: '-70' });
  await getDisplay(admin.server, ADOPTED, { Model: 'kindle_4' });
  await getDisplay(admin.server, BY_CODE, { 'Battery-Voltage': '3.84' });
});
after(() => admin.server.stop());

describe('GET /api/admin/fleet', () => {
  it('counts the whole fleet, whatever the filters, and each counter is a filter', async () => {
    const { body } = await admin.get('/fleet?q=nothing+like+this');
    assert.equal(body.total, 0);
    const { total, ok, ...counters } = body.counters;
    assert.deepEqual(counters, {
      ...{ pending: 1, no_screen: 0, never: 1, failing: 30, late: 100 },
      ...{ low_battery: 50, weak_signal: 40, stale_firmware: STALE },
    });
    assert.equal(total, FLEET + 4);
    for (const [state, count] of Object.entries({ ok, ...counters })) {
      assert.equal(await totalOf(`state=${state}`), count, state);
    }
  });

  it('shows what is known of a device, by its entry or without one', async () => {
    const byCode = (await admin.get('/fleet?q=by+code')).body.devices[0];
    assert.equal(byCode.key, codeOf(BY_CODE));
    assert.equal(byCode.mac, BY_CODE);
    assert.deepEqual(
      [byCode.screen, byCode.panel, byCode.width, byCode.height, byCode.battery_percent, byCode.state],
      ['local/typed', 'wide', 1200, 800, 50, 'ok'],
    );
    assert.equal(Date.parse(byCode.next_poll) - Date.parse(byCode.last_seen), 120_000);
    assert.match(byCode.picture, /^[0-9a-f]{30}$/);
    const pending = (await admin.get('/fleet?state=pending')).body.devices[0];
    assert.deepEqual(
      [pending.key, pending.name, pending.screen, pending.state, pending.rssi],
      [PENDING, null, 'plain', 'pending', -70],
    );
    const never = (await admin.get('/fleet?state=never')).body.devices[0];
    assert.deepEqual(
      [
        never.screen,
        never.key,
        never.mac,
        never.registration_code,
        never.last_seen,
        never.next_poll,
        never.conditions,
      ],
      ['local/plain', NEVER, NEVER, '', null, null, ['never']],
    );
    const late = (await admin.get(`/fleet?q=${fleetMac(0)}`)).body.devices[0];
    assert.equal(late.missed_polls, 3);
    assert.deepEqual(late.conditions, ['late', 'low_battery', 'weak_signal', 'stale_firmware']);
    assert.deepEqual(
      (await admin.get(`/fleet?q=${fleetMac(100)}`)).body.devices[0].failing.code,
      'script_error',
    );
  });

  it('takes every filter, alone and together', async () => {
    for (const [query, total] of [
      ['state=late,failing', 130],
      ['state=late&state=failing', 130],
      ['state=late&battery_below=20', 50],
      ['screen=local/typed', 1],
      ['screen=LOCAL/*,nothing', 3],
      ['panel=wide', 2],
      ['tag=hall', 1],
      ['tag=w*,nothing', 1],
      ['group=kindles', 1],
      ['group=kindles,halls&state=ok', 1],
      ['model=og&panel=wide', 1],
      ['firmware=1.5.2', STALE],
      ['firmware=1.5.*', STALE],
      ['firmware=%3C1.6', STALE],
      ['firmware=%3E%3D1.6', FLEET - STALE + 3],
      ['battery_below=20', 50],
      ['rssi_below=-80', 40],
      [`seen_before=${new Date(Date.now() - HOUR / 2).toISOString()}`, 100],
      ['q=room+12', 111],
      ['q=020000000001', 1],
      ['q=02-00-00-00-00-01', 1],
      [`q=${codeOf(BY_CODE).slice(0, 5)}-${codeOf(BY_CODE).slice(5)}`, 1],
    ] as const) {
      assert.equal(await totalOf(query), total, query);
    }
  });

  it('sorts by a value, then by key, with those at the end that have none', async () => {
    const names = (await fleet('?sort=name&limit=4')).rows.map(({ name }) => name);
    assert.deepEqual(names, ['By code', 'Room 0', 'Room 1', 'Room 2']);
    const down = (await fleet('?sort=-name&limit=2')).rows.map(({ name }) => name);
    assert.deepEqual(down, ['Wall 10', `Room ${FLEET - 1}`]);
    assert.equal((await fleet('?sort=-last_seen&limit=1')).keys[0], codeOf(BY_CODE));
    assert.equal((await fleet('?sort=state&limit=1')).rows[0]?.state, 'pending');
    assert.equal((await fleet('?sort=-key&limit=1')).keys[0], codeOf(BY_CODE));
    const batteries = (await fleet('?sort=battery&limit=52')).rows.map(({ key }) => key);
    assert.deepEqual(batteries.slice(0, 2), [fleetMac(0), fleetMac(1)]);
    for (const sort of ['screen', 'panel', 'model', 'firmware', 'rssi', '-battery', '-rssi']) {
      const { body } = await admin.get(`/fleet?sort=${sort}&limit=500`);
      assert.equal(body.devices.length, 500, sort);
    }
  });

  it('gives every device once, page by page, while others come and go', async () => {
    const { registry } = admin.server.app;
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page = await fleet(`?sort=name&limit=500${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.keys);
      cursor = page.next;
      pages += 1;
      registry.drop(fleetMac(pages));
      letCall(registry, fleetMac(FLEET + pages));
    } while (cursor !== null);
    assert.equal(pages, Math.ceil((FLEET + 4) / 500));
    assert.equal(new Set(seen).size, seen.length);
    const own = seen.filter(
      (key) => key.startsWith('02:') && Number.parseInt(key.slice(6).replaceAll(':', ''), 16) < FLEET,
    );
    assert.equal(own.length, FLEET);
    for (let number = 1; number <= pages; number += 1) registry.drop(fleetMac(FLEET + number));
  });

  it('refuses what it cannot read, and says what it takes', async () => {
    for (const [query, said] of [
      ['state=lat', /state: expected one of ok, pending.*did you mean/i],
      ['state=', /state: expected 1 to 100 characters/],
      [`q=${'x'.repeat(101)}`, /q: expected 1 to 100 characters/],
      ['q=a&q=b', /q: expected one value/],
      [`screen=${'a,'.repeat(64)}a`, /screen: expected at most 64 values/],
      ['firmware=%3C', /firmware: expected a version/],
      ['battery_below=much', /battery_below: expected a number from 0 to 101/],
      ['rssi_below=-1e9', /rssi_below: expected a number/],
      ['seen_before=yesterday', /seen_before: expected a date/],
      ['sort=age', /sort: expected one of key, name/],
      ['sort=--name', /sort: expected/],
      ['limit=0', /limit: expected a number from 1 to 500/],
      ['limit=501', /limit: expected/],
      ['limit=5&limit=6', /limit: expected one value/],
      ['cursor=x', /cursor: expected the `next`/],
      [`cursor=${'x'.repeat(5000)}`, /cursor: expected the `next`/],
      [`cursor=${Buffer.from('["name",{},"x"]').toString('base64url')}&sort=name`, /cursor: expected/],
      [`cursor=${Buffer.from('["name","Room 1","x"]').toString('base64url')}`, /the same `sort`/],
      ['stat=late', /There is no query parameter "stat"/],
    ] as const) {
      const { status, body } = await admin.get(`/fleet?${query}`);
      assert.equal(status, 400, query);
      assert.equal(body.code, 'invalid_query');
      assert.match(body.error, said, query);
    }
  });

  it('takes names of every kind as text', async () => {
    for (const query of [
      'q=%00',
      'q=(((((',
      'screen=*****',
      'model=%E2%9C%A8',
      'q=__proto__',
      `panel=${'*a'.repeat(50)}`,
    ]) {
      const { status } = await admin.get(`/fleet?${query}`);
      assert.equal(status, 200, query);
    }
  });

  it('is for those with the token', async () => {
    const { status } = await fetch(`${admin.server.url}/api/admin/fleet`);
    assert.equal(status, 401);
  });
});
