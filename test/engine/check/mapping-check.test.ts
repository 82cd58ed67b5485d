import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type ParsedConfig, parseConfig } from '../../../src/config/read/parse.ts';
import { hasScreen } from '../../../src/domain/mapping.ts';
import { configWarnings } from '../../../src/engine/check/config-warnings.ts';
import { MappingCheck } from '../../../src/engine/check/mapping-check.ts';
import { ScreenCatalogue } from '../../../src/screens/sources/catalogue.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

const SCREENS = {
  'typed.lua': '',
  'typed.svg': '',
  'typed.meta.yaml': `params:
  city: { type: string, required: true }
  days: { type: int, max: 7 }
  key: { type: string, sensitive: true }
`,
  'zoned.lua': '',
  'zoned.svg': '',
  // A word of the screen's own is no mistake, and a secret is not shown.
  'zoned.meta.yaml': `params:
  tz: { type: string, default: device }
  timezone: { type: string, sensitive: true }
`,
  'free.lua': '',
  'free.svg': '',
};

function parse(text: string): ParsedConfig {
  const parsed = parseConfig(text, 'config.yaml');
  assert.ok(parsed.ok);
  return parsed.value;
}

function catalogueOf(t: TestContext): ScreenCatalogue {
  const root = tempTree(t, SCREENS);
  return new ScreenCatalogue({ builtinDir: root, localDir: root });
}

function found(t: TestContext, text: string): string[] {
  return configWarnings(parse(text), catalogueOf(t), { adminToken: false, noPrivateRepos: false }).map(
    ({ line, column, message, showsError }) =>
      `${line}:${column} ${showsError ? 'error' : 'warning'} ${message}`,
  );
}

describe('configWarnings', () => {
  it('finds params that the screen does not know, that are missing, or that do not fit, with their places', (t) => {
    const text = `devices:
  "AA:BB:CC:DD:EE:01":
    screen: typed
    params:
      citty: Bern
      days: 9
  DEFAULT: { screen: local/typed, params: { city: Rome, key: 12345 } }
`;
    assert.deepEqual(found(t, text), [
      '4:5 warning devices.AA:BB:CC:DD:EE:01.params.city: expected a text, got nothing',
      '5:7 warning devices.AA:BB:CC:DD:EE:01.params.citty: the screen has no such param; did you mean city?',
      '6:7 warning devices.AA:BB:CC:DD:EE:01.params.days: expected an integer of at most 7, got 9',
      '7:57 warning devices.DEFAULT.params.key: expected a text, got a number (not shown)',
    ]);
  });

  it('looks at frames as it does at devices', (t) => {
    const text = `default_screen: free
devices:
  "AA:BB:CC:DD:EE:01": { screen: free }
frames:
  hall:
    screen: typed
    params: { citty: Bern }
  porch: { screen: nowhere }
`;
    assert.deepEqual(
      found(t, text).map((line) => line.split(',')[0]),
      [
        '7:5 warning frames.hall.params.city: expected a text',
        '7:15 warning frames.hall.params.citty: the screen has no such param; did you mean city?',
        '8:12 error frames.porch.screen: screen "nowhere" not found: known screens: free',
      ],
    );
  });

  it('finds time zones that do not exist, in params that are called so', (t) => {
    const text = `devices:
  "AA:BB:CC:DD:EE:01": { screen: free, params: { timezone: Europe/Berln, city: Berln } }
  "AA:BB:CC:DD:EE:02": { screen: free, params: { tz: Berlin, timezone: "" } }
  "AA:BB:CC:DD:EE:03": { screen: free, params: { time_zone: Asia/Tokyo, tz: "+02:00" } }
  "AA:BB:CC:DD:EE:04": { screen: zoned, params: { tz: device, timezone: x } }
  "AA:BB:CC:DD:EE:05": { screen: zoned, params: { tz: divice } }
`;
    assert.deepEqual(found(t, text), [
      '2:50 warning devices.AA:BB:CC:DD:EE:01.params.timezone: unknown time zone "Europe/Berln"; did you mean Europe/Berlin?',
      '3:50 warning devices.AA:BB:CC:DD:EE:02.params.tz: unknown time zone "Berlin"; did you mean Europe/Berlin?',
      '6:51 warning devices.AA:BB:CC:DD:EE:05.params.tz: unknown time zone "divice", expected a name such as Europe/Berlin.',
    ]);
  });

  it('takes any params for a screen that declares none', (t) => {
    assert.deepEqual(found(t, 'devices: { DEFAULT: { screen: free, params: { anything: 1 } } }\n'), []);
  });

  it('finds screens that do not exist, and files of screens that are not there', (t) => {
    const text = `default_screen: tiped
screens: { named: { script: typed.lua, template: gone.svg } }
devices:
  "AA:BB:CC:DD:EE:01": { screen: named }
  "AA:BB:CC:DD:EE:02": { screen: local/fre }
  DEFAULT: { screen: nowhere/x }
`;
    const messages = found(t, text);
    assert.equal(messages.length, 4);
    assert.match(
      messages[0] ?? '',
      /^1:1 error default_screen: screen "tiped" not found: did you mean "typed"\?/,
    );
    assert.match(messages[1] ?? '', /^4:26 error .*\.screen: the screen "named" has no file gone\.svg$/);
    assert.match(messages[2] ?? '', /^5:26 error .* "local\/fre" not found: did you mean "free"\?/);
    assert.match(messages[3] ?? '', /^6:14 error .*there is no screen repo "nowhere"/);
  });

  it('says nothing about the screens of a repo that is not there yet', (t) => {
    const text = 'devices: { DEFAULT: { screen: garden/tulips } }\nscreen_repos: { garden: {} }\n';
    assert.deepEqual(found(t, text), []);
  });
});

describe('MappingCheck', () => {
  it('follows the metadata of a screen from one check to the next', (t) => {
    const config = parse('devices: { DEFAULT: { screen: typed, params: { city: a, extra: 1 } } }\n').snapshot;
    const mapping = config.devices.get('DEFAULT');
    assert.ok(mapping && hasScreen(mapping));
    const problems = (catalogue: ScreenCatalogue): readonly string[] =>
      new MappingCheck({ config, catalogue }).problemsOf(mapping).map(({ field }) => field);
    assert.deepEqual(problems(catalogueOf(t)), ['params.extra']);
    const root = tempTree(t, { ...SCREENS, 'typed.meta.yaml': 'params: { extra: { type: int } }\n' });
    assert.deepEqual(problems(new ScreenCatalogue({ builtinDir: root, localDir: root })), ['params.city']);
  });
});
