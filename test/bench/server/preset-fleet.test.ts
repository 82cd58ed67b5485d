/** The preset `fleet`: its devices, and that a server shows each of its screens. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fleet } from '../../../src/bench/server/fleet.ts';
import { PRESET_UPSTREAMS, presetFleet } from '../../../src/bench/server/preset-fleet.ts';
import { PRESET_SCREENS } from '../../../src/bench/server/preset-screens.ts';
import { parseConfig } from '../../../src/config/read/parse.ts';
import { openOwn, operatorFiles, show } from './operator.ts';

const HOSTS = Array.from({ length: PRESET_UPSTREAMS }, (_, n) => `127.0.0.1:${n + 1}`);

function fleet(count: number | null, seed = 1): Fleet {
  const made = presetFleet(count, seed, HOSTS, '/nowhere');
  assert.ok(made.ok, made.ok ? '' : made.error);
  return made.value;
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

describe('the preset fleet', () => {
  it('has 2 000 devices with twenty screens on several panels', () => {
    const { devices, warnings } = fleet(null);
    assert.deepEqual(warnings, []);
    assert.equal(devices.length, 2_000);
    assert.equal(new Set(devices.map(({ mac }) => mac)).size, 2_000);
    const shown = countBy(devices, ({ screen }) => screen);
    assert.equal(Object.keys(shown).length, 20);
    const sum = PRESET_SCREENS.reduce((all, { share }) => all + share, 0);
    for (const { name, share } of PRESET_SCREENS) assert.equal(shown[name], (share * 2_000) / sum, name);
    const sizes = countBy(devices, ({ widthPx, heightPx }) => `${widthPx}x${heightPx}`);
    assert.deepEqual(Object.keys(sizes).sort(), ['1872x1404', '800x480']);
    assert.ok((sizes['1872x1404'] ?? 0) > 120 && (sizes['1872x1404'] ?? 0) < 400, JSON.stringify(sizes));
  });

  it('is the same for the same seed, and mixed in another order for another', () => {
    assert.deepEqual(fleet(300), fleet(300));
    const [one, two] = [fleet(300, 1), fleet(300, 2)].map(({ devices }) =>
      devices.map(({ screen }) => screen),
    );
    assert.notDeepEqual(one, two);
    assert.deepEqual(one?.toSorted(), two?.toSorted());
  });

  it('has any number of devices', () => {
    for (const count of [1, 7, 20, 33, 5_000]) assert.equal(fleet(count).devices.length, count);
    assert.equal(new Set(fleet(60).devices.map(({ screen }) => screen)).size, 20);
  });

  it('is known to its server, with panels that exist and upstreams that were given', () => {
    const { devices, config } = fleet(500);
    const parsed = parseConfig(config, 'config');
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.warnings, []);
    const { snapshot } = parsed.value;
    for (const { mac, screen } of devices) assert.equal(snapshot.devices.get(mac)?.screen, screen);
    const asked = new Set([...config.matchAll(/upstream: "http:\/\/([^"]+)"/g)].map(([, host]) => host));
    assert.deepEqual([...asked].sort(), HOSTS);
    const palettes = new Set(
      [...snapshot.devices.values()].map(({ palette, panel }) => palette?.join() ?? panel),
    );
    assert.deepEqual([...palettes].sort(), ['#000000,#ffffff', 'og', 'reterminal_e1002', 'x_16']);
  });

  it('shows every screen, on a server that asks nobody else', async (t) => {
    // The operator's own config does not matter.
    const environment = operatorFiles(t, 'devices: [broken\n');
    const server = await openOwn(t, environment, { fleet: { kind: 'preset' }, devices: 60 });
    const admin = { Authorization: `Bearer ${server.adminToken}` };
    const one = new Map(server.devices.map((device) => [device.screen, device]));
    for (const device of one.values()) {
      const { image_url } = await show(server, device);
      const image = await fetch(image_url);
      assert.equal(image.status, 200, device.screen);
      await image.arrayBuffer();
    }
    const answer = await fetch(`${server.url}/api/admin/devices`, { headers: admin });
    const devices = (await answer.json()) as readonly { readonly id: string; readonly failing: unknown }[];
    assert.equal(devices.length, 60);
    assert.deepEqual(
      devices.filter(({ failing }) => failing !== null),
      [],
    );
    assert.deepEqual(server.refusedHosts(), []);
    assert.deepEqual(server.warnings, []);
    assert.deepEqual(Object.keys(server.screens).sort(), [...one.keys()].sort());
    assert.equal(one.size, 20);
  });
});
