import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normalDeviceKey } from '../../../src/domain/frame.ts';
import type { MappingEntry } from '../../../src/domain/mapping.ts';
import { accepted, refused, warnings } from '../../support/config/read-config.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';

/** The mapping of a device with these lines. */
function device(...lines: string[]): MappingEntry | undefined {
  return accepted(entry(...lines)).snapshot.devices.get(MAC);
}

function entry(...lines: string[]): string {
  return ['devices:', `  "${MAC}":`, '    screen: x', ...lines.map((line) => `    ${line}`), ''].join('\n');
}

describe('keys of devices', () => {
  it('are MAC addresses and registration codes in any spelling, and DEFAULT', () => {
    for (const key of ['AA:BB:CC:DD:EE:FF', 'aa-bb-cc-dd-ee-ff', ' aa:BB:cc:DD:ee:FF ']) {
      assert.equal(normalDeviceKey(key), MAC);
    }
    for (const key of ['ABCDE-FGHJK', 'abcdefghjk', 'ABCDEFGHJK']) {
      assert.equal(normalDeviceKey(key), 'ABCDEFGHJK');
    }
    for (const key of ['ABCDE-FGHJK-MNPQR', 'abcdefghjkmnpqr']) {
      assert.equal(normalDeviceKey(key), 'ABCDEFGHJKMNPQR');
    }
    assert.equal(normalDeviceKey('default'), 'DEFAULT');
    assert.equal(normalDeviceKey('kitchen'), null);
  });

  it('need no quotes, even where older YAML would read a number of seconds', () => {
    const { snapshot } = accepted(
      'devices:\n  11:22:33:44:55:06: {screen: a}\n  11-22-33-44-55-07:\n    screen: b\n',
    );
    assert.deepEqual([...snapshot.devices.keys()], ['11:22:33:44:55:06', '11:22:33:44:55:07']);
    const old = accepted('%YAML 1.1\n---\ndevices:\n  11:22:33:44:55:06: {screen: a}\n');
    assert.deepEqual([...old.snapshot.devices.keys()], ['11:22:33:44:55:06']);
  });

  it('keep the spelling of the file beside the normal form', () => {
    const { snapshot } = accepted('devices:\n  abcde-fghjk: {screen: a}\n');
    assert.equal(snapshot.devices.get('ABCDEFGHJK')?.key, 'abcde-fghjk');
  });

  it('name one device only once, in whatever spelling', () => {
    const text = 'devices:\n  "aa:bb:cc:dd:ee:ff": {screen: a}\n  AA-BB-CC-DD-EE-FF: {screen: b}\n';
    assert.deepEqual(refused(text), [
      'config.yaml:3:3: devices: "AA-BB-CC-DD-EE-FF" is the same device as "aa:bb:cc:dd:ee:ff" in line 2',
    ]);
    assert.equal(refused('devices:\n  DEFAULT: {screen: a}\n  default: {screen: a}\n').length, 1);
  });

  it('are left out with a warning when they are none', () => {
    const text = 'devices:\n  kitchen: {screen: a}\n  DEFAULT: {screen: b}\n';
    assert.deepEqual([...accepted(text).snapshot.devices.keys()], ['DEFAULT']);
    assert.match(
      warnings(text)[0] ?? '',
      /^2:3 devices: expected a MAC address, .* got "kitchen"; it is left out$/,
    );
  });
});

describe('entries of devices', () => {
  it('need a screen', () => {
    assert.deepEqual(refused('devices:\n  DEFAULT:\n    name: x\n'), [
      'config.yaml:3:5: devices.DEFAULT: expected a `screen`, got none',
    ]);
    assert.match(
      refused('devices:\n  DEFAULT:\n')[0] ?? '',
      /expected a map under `devices.DEFAULT`, got nothing/,
    );
    assert.match(refused('devices:\n  DEFAULT: clock\n')[0] ?? '', /got the text "clock"/);
  });

  it('have nothing else than what is written', () => {
    assert.deepEqual(device(), { key: MAC, screen: 'x', params: {}, tuning: {} });
  });

  it('have all settings of the specification', () => {
    const mapping = device(
      'panel: og',
      'dither: Sierra_Lite',
      'colors: "#000000,#FF0000"',
      'refresh: 0',
      'name: 42',
      'max_error: 0.5',
      'noise_scale: 0',
      'chroma_clamp: 0.1',
      'strength: 2',
      'temperature_profile: a',
      'maximum_compatibility: true',
      'min_png_bytes: 102401',
      'on_error: keep',
      'gamut: {knee: 0.9}',
    );
    assert.deepEqual(mapping, {
      key: MAC,
      screen: 'x',
      params: {},
      panel: 'og',
      dither: 'Sierra_Lite',
      palette: ['#000000', '#ff0000'],
      refreshSeconds: 0,
      name: '42',
      tuning: { maxError: 0.5, noiseScale: 0, chromaClamp: 0.1, strength: 2 },
      temperatureProfile: 'a',
      maximumCompatibility: true,
      minPngBytes: 102_401,
      onError: 'keep',
    });
  });

  it('take any values as params, in their order, with merges', () => {
    const { snapshot } = accepted(
      'devices:\n  DEFAULT:\n    screen: x\n    params: &p {z: [1, {a: null}], __proto__: 1, a: "2"}\n' +
        `  "${MAC}":\n    screen: y\n    params: {<<: *p, a: 3}\n`,
    );
    const params = snapshot.devices.get('DEFAULT')?.params ?? {};
    assert.equal(JSON.stringify(params), '{"z":[1,{"a":null}],"__proto__":1,"a":"2"}');
    assert.equal(snapshot.devices.get(MAC)?.params['a'], 3);
  });

  it('take error_clamp for max_error, which wins', () => {
    assert.deepEqual(device('error_clamp: 0.2')?.tuning, { maxError: 0.2 });
    assert.deepEqual(device('error_clamp: 0.2', 'max_error: 0.3')?.tuning, { maxError: 0.3 });
  });

  it('leave one bad setting out and keep the others', () => {
    const text = entry(
      'refresh: soon',
      'strength: 3',
      'temperature_profile: c',
      'maximum_compatibility: 1',
      'name: [x]',
      'on_error: hide',
    );
    assert.deepEqual(accepted(text).snapshot.devices.get(MAC), {
      key: MAC,
      screen: 'x',
      params: {},
      tuning: {},
    });
    assert.deepEqual(
      warnings(text)
        .map((line) => line.slice(0, line.indexOf(':')))
        .sort(),
      ['4', '5', '6', '7', '8', '9'],
    );
  });

  it('refuse params that are no map', () => {
    assert.match(
      refused(entry('params: [1]'))[0] ?? '',
      /expected a map under `devices\.AA:BB:CC:DD:EE:FF\.params`/,
    );
  });
});

describe('names that devices use', () => {
  it('are warned about when they do not exist, and kept: the device shows what is wrong', () => {
    const text = entry('panel: nope', 'dither: floyd', 'sreen: y');
    assert.deepEqual(
      warnings(text).map((line) => line.replace(`devices.${MAC}`, 'D')),
      [
        '2:3 D: there is no panel "nope"',
        '5:13 D.dither: there is no algorithm "floyd", atkinson is used; did you mean floyd-steinberg?',
        '6:5 unknown key `D.sreen`; did you mean `screen`?',
      ],
    );
    const mapping = accepted(text).snapshot.devices.get(MAC);
    assert.deepEqual([mapping?.panel, mapping?.dither], ['nope', 'floyd']);
  });

  it('are warned about when they cannot be a screen', () => {
    const text = 'devices:\n  DEFAULT: {screen: local/../x}\n';
    assert.match(warnings(text)[0] ?? '', /expected a screen as name or handle\/path, got "local\/\.\.\/x"/);
    assert.equal(accepted(text).snapshot.devices.get('DEFAULT')?.screen, 'local/../x');
  });
});

describe('colors', () => {
  it('are a text or a list', () => {
    assert.deepEqual(device('colors: ["#000000", "#FFFFFF"]')?.palette, ['#000000', '#ffffff']);
    assert.deepEqual(device("colors: '#000000 , #FFFFFF'")?.palette, ['#000000', '#ffffff']);
  });

  it('are left out with a warning when they are malformed, too few or repeated', () => {
    for (const colors of ['"#000000"', '"#000,#fff"', 'red', '["#000000", 5]', '"#000000,#000000"', '7']) {
      const text = entry(`colors: ${colors}`);
      assert.equal(accepted(text).snapshot.devices.get(MAC)?.palette, undefined);
      assert.match(warnings(text)[0] ?? '', /^4:1[3-5] .*colors: expected .*; it is left out$/, colors);
    }
  });

  it('without quotes are a comment, and the message says so', () => {
    const hint = /an unquoted # starts a comment, so put colours in quotes/;
    const text = entry('colors: #000000,#ffffff');
    assert.match(warnings(text)[0] ?? '', /^4:\d+ .*colors has no value/);
    assert.match(warnings(text)[0] ?? '', hint);
    assert.match(warnings(entry('colors:', '  - #000000', '  - "#ffffff"'))[0] ?? '', hint);
    assert.match(refused(entry('colors: [#000000, #ffffff]'))[0] ?? '', hint);
  });

  it('may be left empty without a word', () => {
    assert.deepEqual(warnings(entry('colors:')), []);
  });
});
