/** Reads of the admin API: devices with and without entries, pending ones, the config, and screens. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DITHER_ALGORITHMS } from '../../src/domain/algorithm.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { codeOf, deviceHeaders, getDisplay } from '../support/server/server.ts';

const SEEN = 'AA:BB:CC:DD:EE:01';
const NEVER = 'AA:BB:CC:DD:EE:02';
const BY_CODE = 'AA:BB:CC:DD:EE:03';
const PENDING = 'AA:BB:CC:DD:EE:04';

const CONFIG = `admin: { token: file-token, note: kept }
default_screen: plain
devices:
  "${SEEN}":
    screen: local/typed
    name: Kitchen
    panel: wide
    dither: burkes
    colors: ["#000000", "#FFFFFF"]
    refresh: 90
    params: { city: Bern, key: geheim }
  aa-bb-cc-dd-ee-02: { screen: plain }
  ${codeOf(BY_CODE).toLowerCase()}: { screen: plain }
  ZZZZZ-ZZZZZ: { screen: plain }
  DEFAULT: { screen: local/plain }
panels:
  wide: { width: 800, height: 480, colors: "#000000,#ffffff,#ff0000" }
  bare: {}
screen_repos:
  empty: { token: repo-token, allow_private_network: true }
  nothing:
odd: { unknown: [1, 2] }
`;

let admin: Admin;

before(async () => {
  admin = await startAdmin({ config: CONFIG });
  await getDisplay(admin.server, SEEN, { 'Battery-Voltage': '4.12', RSSI: '0', 'FW-Version': '1.8.15' });
  await getDisplay(admin.server, PENDING);
  await getDisplay(admin.server, BY_CODE);
});
after(() => admin.server.stop());

/** What only some devices say. */
const NOT_SAID = {
  ...{ wifi_band: null, update_source: null, wake_time_ms: null, image_cached: null },
  ...{ usb_connected: null, battery_charging: null, battery_count: null, battery_health: null },
  ...{ battery_current: null, battery_temp: null, battery_capacity: null, sensors: null },
};

describe('GET /api/admin/devices', () => {
  it('lists the entries in the order of the file, then the devices without one', async () => {
    const { status, body } = await admin.get('/devices');
    assert.equal(status, 200);
    assert.deepEqual(
      body.map((device: { key: string }) => device.key),
      [SEEN, 'aa-bb-cc-dd-ee-02', codeOf(BY_CODE).toLowerCase(), 'ZZZZZ-ZZZZZ', 'DEFAULT', PENDING],
    );
  });

  it('shows settings and telemetry of a device that has called', async () => {
    const { body } = await admin.get(`/devices/${SEEN}`);
    const { last_seen: lastSeen, effective, ...rest } = body;
    assert.ok(Math.abs(Date.parse(lastSeen) - Date.now()) < 60_000);
    assert.match(lastSeen, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(rest, {
      key: SEEN,
      mac: SEEN,
      registration_code: codeOf(SEEN),
      registered: true,
      reserved: false,
      name: 'Kitchen',
      model: 'og',
      firmware_version: '1.8.15',
      firmware_commit: null,
      battery_voltage: 4.12,
      percent_charged: null,
      rssi: 0,
      ...NOT_SAID,
      screen: 'local/typed',
      screen_ref: 'local/typed',
      dither: 'burkes',
      panel: 'wide',
      colors: '#000000,#ffffff',
      refresh: 90,
      on_error: null,
      text: null,
      rotate: null,
      max_error: null,
      noise_scale: null,
      chroma_clamp: null,
      strength: null,
      temperature_profile: null,
      touchbar_mode: null,
      image_url_timeout: null,
      maximum_compatibility: null,
      min_png_bytes: null,
      params: { city: 'Bern', key: 'geheim' },
      schedule: null,
      frame_tokens: null,
      frame_fetched: null,
      failing: null,
      last_failure: null,
      tags: [],
      groups: [],
      problems: [],
    });
    const from = `devices.${SEEN}`;
    assert.deepEqual(effective.settings, {
      screen: { value: 'local/typed', from },
      panel: { value: 'wide', from },
      refresh: { value: 90, from },
      dither: { value: 'burkes', from },
      colors: { value: '#000000,#ffffff', from },
    });
    assert.deepEqual(effective.params, { city: { value: 'Bern', from }, key: { value: 'geheim', from } });
  });

  it('shows null for telemetry of a device that never called, and an empty text for its code', async () => {
    const { body } = await admin.get(`/devices/${NEVER}`);
    assert.deepEqual(body, {
      key: 'aa-bb-cc-dd-ee-02',
      mac: NEVER,
      registration_code: '',
      registered: true,
      reserved: false,
      name: null,
      model: null,
      firmware_version: null,
      firmware_commit: null,
      last_seen: null,
      battery_voltage: null,
      percent_charged: null,
      rssi: null,
      ...NOT_SAID,
      screen: 'plain',
      screen_ref: 'local/plain',
      dither: null,
      panel: null,
      colors: null,
      refresh: null,
      on_error: null,
      text: null,
      rotate: null,
      max_error: null,
      noise_scale: null,
      chroma_clamp: null,
      strength: null,
      temperature_profile: null,
      touchbar_mode: null,
      image_url_timeout: null,
      maximum_compatibility: null,
      min_png_bytes: null,
      params: {},
      schedule: null,
      frame_tokens: null,
      frame_fetched: null,
      failing: null,
      last_failure: null,
      tags: [],
      groups: [],
      problems: [],
      effective: {
        settings: { screen: { value: 'plain', from: 'devices.aa-bb-cc-dd-ee-02' } },
        params: {},
        party: 'entry',
        groups_waiting: [],
      },
    });
    const byCode = await admin.get('/devices/zzzzzzzzzz');
    assert.deepEqual([byCode.body.mac, byCode.body.registration_code], ['', '']);
  });

  it('shows null for settings of a device without an entry', async () => {
    const { body } = await admin.get(`/devices/${PENDING}`);
    const { registered, screen, dither, panel, colors, refresh, name, params } = body;
    assert.deepEqual(
      [registered, screen, dither, panel, colors, refresh, name, params],
      [false, null, null, null, null, null, null, null],
    );
  });

  it('shows a device under its entry, by MAC address and by code', async () => {
    const { body } = await admin.get(`/devices/${BY_CODE.toLowerCase().replaceAll(':', '-')}`);
    assert.deepEqual([body.mac, body.registered, body.screen], [BY_CODE, true, 'plain']);
    const { body: list } = await admin.get('/devices');
    const { effective: _, ...rest } = body;
    assert.deepEqual(
      list.find((device: { mac: string }) => device.mac === BY_CODE),
      rest,
    );
  });

  it('is 404 for an unknown device', async () => {
    for (const key of ['AA:BB:CC:DD:EE:99', 'ABCDEFGHJK', 'x', '%00', `${'A'.repeat(500)}`]) {
      for (const route of ['', '/logs', '/preview']) {
        const { status, body } = await admin.get(`/devices/${key}${route}`);
        assert.deepEqual([status, body.code], [404, 'unknown_device'], key + route);
      }
    }
  });
});

describe('GET /api/admin/pending', () => {
  it('lists the devices that have called and have no entry, with their codes', async () => {
    const { status, body } = await admin.get('/pending');
    assert.equal(status, 200);
    const [{ last_seen: lastSeen, ...device }, ...more] = body;
    assert.deepEqual(more, []);
    assert.ok(!Number.isNaN(Date.parse(lastSeen)));
    assert.deepEqual(device, {
      mac: PENDING,
      registration_code: codeOf(PENDING),
      model: 'og',
      firmware_version: '1.8.15',
      firmware_commit: null,
    });
  });
});

describe('GET /api/admin/devices/{key}/logs', () => {
  it('lists the reports of the device, the oldest first', async () => {
    for (const message of ['first', 'second']) {
      const response = await fetch(`${admin.server.url}/api/log`, {
        method: 'POST',
        headers: deviceHeaders(SEEN),
        body: JSON.stringify({ logs: [{ message }, [1, null]] }),
      });
      assert.equal(response.status, 200);
    }
    const { body } = await admin.get(`/devices/${codeOf(SEEN)}/logs`);
    assert.deepEqual(body, { logs: [{ message: 'first' }, [1, null], { message: 'second' }, [1, null]] });
    for (const key of [NEVER, PENDING, 'DEFAULT']) {
      assert.deepEqual((await admin.get(`/devices/${key}/logs`)).body, { logs: [] });
    }
  });
});

describe('GET /api/admin/config', () => {
  it('shows the file, unknown keys included, without tokens', async () => {
    const { status, body } = await admin.get('/config');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), [
      'admin',
      'default_screen',
      'devices',
      'panels',
      'screen_repos',
      'odd',
    ]);
    assert.deepEqual(body.admin, { note: 'kept' });
    assert.deepEqual(body.screen_repos, { empty: { allow_private_network: true }, nothing: null });
    assert.deepEqual(body.devices['aa-bb-cc-dd-ee-02'], { screen: 'plain' });
    assert.deepEqual(body.panels.bare, {});
    assert.ok(!/file-token|repo-token/.test(JSON.stringify(body)));
  });
});

describe('GET /api/admin/screens', () => {
  it('lists all screens by source', async () => {
    const { status, body } = await admin.get('/screens');
    assert.equal(status, 200);
    const handles = body.screen_repos.map((source: { handle: string }) => source.handle);
    assert.equal(handles[0], 'service-builtin');
    assert.ok(handles.includes('local'));
    for (const source of body.screen_repos) {
      assert.deepEqual(Object.keys(source).slice(0, 6), [
        'handle',
        'name',
        'description',
        'author',
        'license',
        'screens',
      ]);
      for (const { ref } of source.screens) assert.ok(ref.startsWith(`${source.handle}/`), ref);
    }
    assert.deepEqual(body.dither_algorithms, DITHER_ALGORITHMS);
    const offset = { left: 0, top: 0, right: 0, bottom: 0 };
    const plain = { rotate: 0, offset, png: null, max_png_bytes: null, history: false };
    const own = (name: string) => ({ name, title: name, source: 'config', matches: [], ...plain });
    assert.deepEqual(body.panels.slice(0, 2), [
      { ...own('wide'), width: 800, height: 480, colors: '#000000,#ffffff,#ff0000' },
      { ...own('bare'), width: null, height: null, colors: '#000000,#555555,#aaaaaa,#ffffff' },
    ]);
    const others = body.panels.slice(2);
    assert.ok(others.every((panel: { source: string }) => panel.source === 'catalogue'));
    assert.deepEqual([others[0].name, others[0].matches[0]], ['og', 'og']);
  });

  it('describes the parameters of a screen in the order of its metadata, without unset fields', async () => {
    const { body } = await admin.get('/screens');
    const local = body.screen_repos.find((source: { handle: string }) => source.handle === 'local');
    const screen = local.screens.find((entry: { ref: string }) => entry.ref === 'local/typed');
    const { params, compat_warning: warning, ...rest } = screen;
    assert.deepEqual(rest, {
      ref: 'local/typed',
      title: 'Typed',
      description: 'Takes everything.',
      service: '9.9',
    });
    assert.match(warning, /made for engine 9\.9/);
    const flags = { sensitive: false, multiline: false, hidden: false, advanced: false };
    assert.deepEqual(params.slice(0, 2), [
      { name: 'city', type: 'string', required: true, label: 'City', default: null, ...flags },
      { name: 'days', type: 'int', required: false, min: 1, max: 7, default: 3, ...flags },
    ]);
    assert.deepEqual(params[4].options, [
      { value: 'metric', label: 'metric' },
      { value: 'us', label: 'American' },
    ]);
    assert.equal(params.at(-1).sensitive, true);
  });
});
