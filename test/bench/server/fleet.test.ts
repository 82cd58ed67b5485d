/** Which devices a bench plays, and the config that its server gets. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { configFleet, type Fleet, screenFleet } from '../../../src/bench/server/fleet.ts';
import { type OperatorConfig, readOperatorConfig } from '../../../src/bench/server/operator-config.ts';
import { localMac } from '../../../src/bench/virtual-device.ts';
import { parseConfig } from '../../../src/config/read/parse.ts';
import type { ConfigSnapshot } from '../../../src/domain/config-snapshot.ts';
import type { Result } from '../../../src/platform/base/result.ts';
import { operatorFiles } from './operator.ts';

function read(t: TestContext, config: string): OperatorConfig {
  const { CONFIG_FILE: configFile = null, SCREENS_DIR: screensDir = null } = operatorFiles(t, config);
  const operator = readOperatorConfig({ configFile, screensDir });
  assert.ok(operator.ok, operator.ok ? '' : operator.error);
  return operator.value;
}

function planned(fleet: Result<Fleet, string>): Fleet {
  assert.ok(fleet.ok, fleet.ok ? '' : fleet.error);
  return fleet.value;
}

function refused(fleet: Result<Fleet, string>): string {
  assert.ok(!fleet.ok);
  return fleet.error;
}

/** What a server reads from the config of a fleet. */
function snapshotOf({ config }: Fleet): ConfigSnapshot {
  const parsed = parseConfig(config, 'config');
  assert.ok(parsed.ok, JSON.stringify(parsed));
  assert.deepEqual(parsed.value.warnings, []);
  return parsed.value.snapshot;
}

const HOME = `
# of a family
default_screen: one
admin: { token: hunter2 }
alerts:
  webhooks: { ops: { url: "https://example.org/hunter2" } }
  rules: { late: { when: late, to: ops } }
auth_mode: ed25519
registration_enabled: false
known_devices: closed
on_error: keep
panels:
  large: { match: [x, big_board], width: 1872, height: 1404 }
  red: { match: [red_board], width: 640, height: 384, colors: "#000000,#ffffff,#ff0000" }
devices:
  aa-bb-cc-dd-ee-01: &kitchen { screen: one, name: 0123, params: { title: "a # b", n: [1, 0x10, ~, yes] } }
  "AA:BB:CC:DD:EE:02":
    screen: two
    panel: red
  ABCDE-FGHJK: { <<: *kitchen, screen: three, panel: large }
  DEFAULT: { screen: two }
`;

describe('the fleet of a config', () => {
  it('has a device for each entry, under its own address where it has one', (t) => {
    const { devices } = planned(configFleet(read(t, HOME), null, 1));
    assert.deepEqual(
      devices.map(({ token: _, ...device }) => device),
      [
        { mac: 'AA:BB:CC:DD:EE:01', screen: 'one', widthPx: 800, heightPx: 480, model: 'og', board: null },
        {
          mac: 'AA:BB:CC:DD:EE:02',
          screen: 'two',
          widthPx: 640,
          heightPx: 384,
          model: 'og',
          board: 'red_board',
        },
        { mac: '02:00:00:00:00:01', screen: 'three', widthPx: 1872, heightPx: 1404, model: 'x', board: null },
      ],
    );
  });

  it('has the first ones, or copies under new addresses, when another number is wanted', (t) => {
    const operator = read(t, HOME.replace('aa-bb-cc-dd-ee-01', '02-00-00-00-00-02'));
    assert.equal(planned(configFleet(operator, 1, 1)).devices[0]?.mac, '02:00:00:00:00:02');
    const { devices } = planned(configFleet(operator, 7, 1));
    assert.deepEqual(
      devices.map(({ mac, screen }) => `${mac.slice(-2)} ${screen}`),
      ['02 one', '02 two', '01 three', '03 one', '04 two', '05 three', '06 one'],
    );
    assert.equal(new Set(devices.map(({ mac }) => mac)).size, 7);
  });

  it('has the same devices for the same seed, and other tokens for another', (t) => {
    const operator = read(t, HOME);
    const [one, again, other] = [1, 1, 2].map((seed) => planned(configFleet(operator, 5, seed)).devices);
    assert.deepEqual(one, again);
    const tokens = [...(one ?? []), ...(other ?? [])].map(({ token }) => token);
    assert.equal(new Set(tokens).size, 10);
    for (const token of tokens) assert.match(token, /^[\da-f]{32}$/);
  });

  it('is known to its server: the config says of everything else what the operator says, but for whom it tells', (t) => {
    const operator = read(t, HOME);
    const fleet = planned(configFleet(operator, 9, 1));
    const { devices, alerts, ...rest } = snapshotOf(fleet);
    const { devices: before, alerts: _alerts, ...operators } = operator.parsed.snapshot;
    assert.deepEqual([alerts.rules, alerts.webhooks.size], [[], 0]);
    assert.deepEqual(rest, {
      ...operators,
      authMode: 'api_key',
      registrationEnabled: true,
      knownDevices: 'open',
      screenRepoRefreshIntervalSeconds: 0,
    });
    for (const [key, { key: _, ...mapping }] of before) {
      const { key: __, ...now } = devices.get(key) ?? assert.fail(key);
      assert.deepEqual(now, mapping);
    }
    for (const { mac, screen } of fleet.devices) assert.equal(devices.get(mac)?.screen, screen);
    assert.deepEqual(devices.get(localMac(1))?.params, { title: 'a # b', n: [1, 16, null, 'yes'] });
    assert.equal(devices.get(localMac(1))?.name, '0123');
    assert.ok(!fleet.config.includes('hunter2'));
  });

  it('shows the default where the config has no devices: ten unless another number is wanted', (t) => {
    for (const config of [
      'default_screen: two\n',
      'default_screen: one\ndevices: { default: { screen: two } }\n',
    ]) {
      const fleet = planned(configFleet(read(t, config), null, 1));
      assert.deepEqual(new Set(fleet.devices.map(({ screen }) => screen)), new Set(['two']));
      assert.equal(fleet.devices.length, 10);
      assert.equal(snapshotOf(fleet).devices.get(localMac(10))?.screen, 'two');
    }
    assert.equal(planned(configFleet(read(t, 'default_screen: two\n'), 3, 1)).devices.length, 3);
  });

  it('needs a screen to show', (t) => {
    assert.match(
      refused(configFleet(read(t, 'screens: {}\n'), null, 1)),
      /config\.yaml assigns no screen to any device: give one an entry, or name a screen$/,
    );
  });

  it('warns of what the operator must know', (t) => {
    const config = `auth_mode: ed25519\ncolour: red\ndevices:\n  "AA:BB:CC:DD:EE:01": { screen: oen, panel: wide }\n`;
    const { warnings } = planned(configFleet(read(t, config.replace('colour: red\n', '')), 2, 1));
    assert.equal(warnings.length, 3);
    assert.match(
      warnings[0] ?? '',
      /config\.yaml:3:\d+: devices\.AA:BB:CC:DD:EE:01: there is no panel "wide"$/,
    );
    assert.match(warnings[1] ?? '', /^screen "oen" not found: did you mean "one"\?/);
    assert.match(warnings[2] ?? '', /signed calls .*; in this run devices use tokens$/);
  });

  it('is the embedded one where the file of the config does not exist, which is not written', (t) => {
    const { CONFIG_FILE: file = '' } = operatorFiles(t, '');
    const operator = readOperatorConfig({ configFile: `${file}.none`, screensDir: null });
    assert.ok(operator.ok);
    assert.equal(operator.value.warnings[0], `${file}.none does not exist; the embedded config is used`);
    assert.equal(planned(configFleet(operator.value, null, 1)).devices.length, 10);
    assert.ok(!existsSync(`${file}.none`));
  });
});

describe('a config in the state store', () => {
  it('is not taken for a bench, which says what to do', () => {
    const operator = readOperatorConfig({ configFile: null, configInStore: true, screensDir: null });
    assert.ok(!operator.ok);
    assert.match(operator.error, /^CONFIG_FILE: a bench takes no config from the state store; .*config pull/);
  });
});

describe('a fleet with one screen', () => {
  it('shows it on every device, as the entries of the config do', (t) => {
    const operator = read(t, HOME);
    const fleet = planned(screenFleet(operator, 'two', 3, 1));
    assert.deepEqual(
      fleet.devices.map(({ mac, screen, widthPx }) => [mac, screen, widthPx]),
      [
        ['AA:BB:CC:DD:EE:02', 'two', 640],
        ['02:00:00:00:00:01', 'two', 640],
        ['02:00:00:00:00:02', 'two', 640],
      ],
    );
    const other = planned(screenFleet(operator, 'local/one', null, 1));
    assert.equal(other.devices.length, 10);
    assert.equal(snapshotOf(other).devices.get(localMac(10))?.screen, 'local/one');
  });

  it('is refused with the nearest name where there is no such screen', (t) => {
    const operator = read(t, `${HOME}screens: { half: { script: one.lua, template: none.svg } }\n`);
    assert.match(
      refused(screenFleet(operator, 'tow', 3, 1)),
      /^screen "tow" not found: did you mean "two"\? known screens: /,
    );
    assert.match(refused(screenFleet(operator, 'half', 3, 1)), /^the screen "half" has no file none\.svg$/);
    assert.match(
      refused(screenFleet(operator, '../one', 3, 1)),
      /expected a screen as name or handle\/path$/,
    );
    assert.match(refused(screenFleet(operator, 'gardn/one', 3, 1)), /there is no screen repo "gardn"/);
  });

  it('may need params that no entry gives', (t) => {
    const operator = read(t, HOME);
    const { warnings } = planned(screenFleet(operator, 'examples/guest-wifi', 1, 1));
    assert.ok(
      warnings.some((text) => /^screen "examples\/guest-wifi": .*ssid/.test(text)),
      warnings.join('\n'),
    );
  });
});

describe('the config of a server', () => {
  /** Scalars as people write them, which a copy must not change. */
  const SCALARS = [
    '0123',
    '1e3',
    '0x1F',
    '1.50',
    '.inf',
    '-0',
    'true',
    'False',
    '~',
    '""',
    "'it''s'",
    '12:30',
  ];
  const value = fc.oneof(
    fc.constantFrom(...SCALARS),
    fc.string().map((text) => JSON.stringify(text)),
    fc
      .string({ unit: 'binary' })
      .map((text) => JSON.stringify(text.replaceAll(/[\ud800-\udfff\ufffe\uffff]/g, ''))),
  );

  it('gives every device the params that the operator wrote', (t) => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString'), fc.string({ maxLength: 20 })),
          value,
          { maxKeys: 5 },
        ),
        (params) => {
          const text = Object.entries(params).map(([key, item]) => `${JSON.stringify(key)}: ${item}`);
          const config = `devices:\n  "AA:BB:CC:DD:EE:01": { screen: one, params: { ${text.join(', ')} } }\n`;
          const parsed = parseConfig(config, 'config');
          // Some characters cannot stand in YAML at all.
          fc.pre(parsed.ok);
          const fleet = planned(configFleet(read(t, config), 2, 1));
          const { devices } = snapshotOf(fleet);
          const expected = parsed.value.snapshot.devices.get('AA:BB:CC:DD:EE:01')?.params;
          for (const { mac } of fleet.devices) assert.deepEqual(devices.get(mac)?.params, expected);
        },
      ),
      { numRuns: 50 },
    );
  });
});
