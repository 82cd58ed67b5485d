import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConfigSnapshot } from '../../src/domain/config-snapshot.ts';
import { type DeviceId, parseDeviceId } from '../../src/domain/device-id.ts';
import { NO_REPORT } from '../../src/domain/report.ts';
import { groupsOf, type Mapped, mappingLayers, resolveMapping } from '../../src/domain/resolve-mapping.ts';
import { accepted } from '../support/config/read-config.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:FF') as DeviceId;
const CODE = 'ABCDEFGHJK';
const OG: Mapped = {
  id: ID,
  registrationCode: CODE,
  report: { ...NO_REPORT, model: 'og', firmwareVersion: '1.8.15' },
  address: '10.1.2.3',
};

function config(text: string): ConfigSnapshot {
  return accepted(text).snapshot;
}

/** What the device shows: screen, and whether it is its own. */
function shown(text: string, device: Mapped = OG): readonly [string, boolean] | null {
  const resolved = resolveMapping(config(text), device);
  return resolved && [resolved.mapping.screen, resolved.own];
}

describe('without groups', () => {
  it('the MAC wins over the code, that over DEFAULT, and that over the default screen', () => {
    const [mac, code] = [`"${ID}": { screen: mac }`, `${CODE}: { screen: code }`];
    const rest = 'default_screen: plain';
    assert.deepEqual(shown(`devices: { ${mac}, ${code}, DEFAULT: { screen: d } }\n${rest}\n`), ['mac', true]);
    assert.deepEqual(shown(`devices: { ${code}, DEFAULT: { screen: d } }\n${rest}\n`), ['code', true]);
    assert.deepEqual(shown(`devices: { DEFAULT: { screen: d } }\n${rest}\n`), ['d', false]);
    assert.deepEqual(shown(`${rest}\n`), ['plain', false]);
    assert.equal(shown('devices: { "11:22:33:44:55:66": { screen: x } }\n'), null);
  });

  it('a mapping is the entry itself, and the default screen one object', () => {
    const snapshot = config(`devices: { "${ID}": { screen: mac } }\n`);
    assert.equal(resolveMapping(snapshot, OG)?.mapping, snapshot.devices.get(ID));
    const plain = config('default_screen: plain\n');
    assert.equal(resolveMapping(plain, OG)?.mapping, resolveMapping(plain, OG)?.mapping);
  });
});

const GROUPS = `groups:
  halls: { match: { tag: hall }, screen: timetable, refresh: 300, params: { line: U1 } }
  ogs: { match: { model: og }, screen: clock, refresh: 900, strength: 0.8, params: { zone: Europe/Berlin } }
  german: { match: { network: 10.1.0.0/16 }, params: { language: de, zone: UTC }, noise_scale: 0.5 }
`;

describe('groups', () => {
  it('adopt a new device, which then shows something of its own', () => {
    assert.deepEqual(shown(`default_screen: plain\n${GROUPS}`), ['clock', true]);
    const kindle = { ...OG, report: { ...NO_REPORT, model: 'kindle' } };
    assert.deepEqual(shown(`default_screen: plain\n${GROUPS}`, kindle), ['plain', false]);
  });

  it('give params with names that every object inherits, too', () => {
    const group =
      'a: { match: { model: og }, params: { __proto__: { x: 1 }, constructor: group, valueOf: group } }';
    const entry = `"${ID}": { screen: own, params: { constructor: own } }`;
    const text = `devices: { ${entry} }\ngroups: { ${group} }\n`;
    const params = resolveMapping(config(text), OG)?.mapping.params ?? {};
    const expected = '{"__proto__":{"x":1},"constructor":"own","valueOf":"group"}';
    assert.deepEqual(params, JSON.parse(expected));
    assert.equal(Object.getPrototypeOf(params), Object.prototype);
  });

  it('give each value from the first one that has it, behind the entry', () => {
    const text = `devices: { "${ID}": { tags: [hall], name: Hall, strength: 1.1, params: { line: U2 } } }\n${GROUPS}`;
    const mapping = resolveMapping(config(text), OG)?.mapping;
    assert.deepEqual(
      [mapping?.key, mapping?.name, mapping?.screen, mapping?.refreshSeconds],
      [ID, 'Hall', 'timetable', 300],
    );
    assert.deepEqual(mapping?.tuning, { strength: 1.1, noiseScale: 0.5 });
    // Those of `ogs` are for its own screen.
    assert.deepEqual(mapping?.params, { language: 'de', zone: 'UTC', line: 'U2' });
    assert.deepEqual(mapping?.looseParams, ['language', 'zone']);
  });

  it('leave a screen of the entry its own params', () => {
    const text = `devices: { "${ID}": { screen: mine, tags: hall } }\n${GROUPS}`;
    const mapping = resolveMapping(config(text), OG)?.mapping;
    assert.deepEqual(
      [mapping?.screen, mapping?.refreshSeconds, mapping?.params],
      ['mine', 300, { language: 'de', zone: 'UTC' }],
    );
  });

  it('without a screen leave it to DEFAULT, whose settings come last', () => {
    const text = `devices: { DEFAULT: { screen: d, refresh: 60, strength: 2 } }
groups: { slow: { match: { model: og }, refresh: 3600 } }
`;
    const resolved = resolveMapping(config(text), OG);
    const { mapping, own } = resolved ?? {};
    assert.deepEqual(
      [mapping?.key, mapping?.screen, mapping?.refreshSeconds, mapping?.tuning.strength, own],
      ['DEFAULT', 'd', 3600, 2, false],
    );
  });

  it('do not let DEFAULT say anything of a device that has a screen', () => {
    const text = `devices: { DEFAULT: { screen: d, panel: x, refresh: 60 }, "${ID}": { screen: mine } }\n${GROUPS}`;
    const mapping = resolveMapping(config(text), OG)?.mapping;
    assert.deepEqual([mapping?.panel, mapping?.refreshSeconds], [undefined, 900]);
  });

  it('make equal mappings the same object, also after a change of another device', () => {
    const text = (other: string): string =>
      `devices:\n  "${ID}": { tags: [hall] }\n  "11:22:33:44:55:66": { screen: ${other} }\n${GROUPS}`;
    const snapshot = config(text('a'));
    const mapping = resolveMapping(snapshot, OG)?.mapping;
    assert.equal(resolveMapping(snapshot, { ...OG, address: '10.1.9.9' })?.mapping, mapping);
    assert.notEqual(resolveMapping(snapshot, { ...OG, address: '10.2.9.9' })?.mapping, mapping);
  });

  it('have keys that are no names of devices', () => {
    const text = `groups: { ABCDE-FGHJK: { match: { model: og }, screen: clock } }\n`;
    assert.equal(resolveMapping(config(text), OG)?.mapping.key, 'groups.ABCDE-FGHJK');
  });

  it('see the panel that the entry names, else the one that fits what the device says', () => {
    const text = (panel: string): string =>
      `devices: { "${ID}": { screen: x${panel} } }\ngroups: { a: { match: { panel: "o*" } } }\n`;
    const names = (panel: string): readonly string[] => {
      const snapshot = config(text(panel));
      return groupsOf(snapshot, OG, snapshot.devices.get(ID) ?? null).map(({ name }) => name);
    };
    assert.deepEqual(names(''), ['a']);
    assert.deepEqual(names(', panel: x'), []);
  });
});

describe('what says something of a device', () => {
  it('has a place in the config each', () => {
    const text = `default_screen: plain\ndevices: { "${ID}": { name: A } }\ngroups: { g: { match: { model: og } } }\n`;
    const snapshot = config(text);
    const layers = mappingLayers(snapshot, OG, snapshot.devices.get(ID) ?? null);
    assert.deepEqual(
      layers.map(({ from }) => from),
      [`devices.${ID}`, 'groups.g', 'default_screen'],
    );
  });
});
