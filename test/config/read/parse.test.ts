import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findAssets } from '../../../src/config/env/assets.ts';
import { panelCatalogue } from '../../../src/config/read/panel-catalogue.ts';
import { parseConfig } from '../../../src/config/read/parse.ts';
import { accepted, refused, warnings } from '../../support/config/read-config.ts';

describe('parseConfig', () => {
  it('gives every default for an empty file', () => {
    for (const text of [
      '',
      '# nothing yet\n',
      '{}',
      'devices:\nscreens:\npanels:\nadmin:\nscreen_repos:\n',
    ]) {
      const { snapshot, secrets, warnings: warned } = accepted(text);
      assert.deepEqual(snapshot, {
        screens: new Map(),
        devices: new Map(),
        groups: [],
        frames: new Map(),
        defaultScreen: null,
        panels: panelCatalogue(),
        screenRepos: new Map(),
        registrationEnabled: true,
        knownDevices: 'open',
        setupHeaders: 'strict',
        authMode: 'api_key',
        authorsAllowPrivateNetwork: false,
        minSignatureVersion: 1,
        screenRepoRefreshIntervalSeconds: 0,
        onError: 'show',
        dataTokens: [],
        alerts: { webhooks: new Map(), rules: [], digestMs: 300_000, repeatMs: 86_400_000 },
        adminTokens: [],
      });
      assert.deepEqual(secrets, {
        adminToken: null,
        repoTokens: new Map(),
        repoWebhooks: new Map(),
        alertWebhooks: new Map(),
      });
      assert.deepEqual(warned, []);
    }
  });

  it('reads the top level', () => {
    const { snapshot } = accepted(
      'default_screen: clock\nregistration_enabled: false\nauth_mode: ed25519\nscreen_repo_refresh_interval: 3600\nknown_devices: quiet\nmin_signature_version: 2\non_error: keep\n',
    );
    assert.deepEqual([snapshot.knownDevices, snapshot.minSignatureVersion], ['quiet', 2]);
    assert.equal(snapshot.defaultScreen, 'clock');
    assert.equal(snapshot.registrationEnabled, false);
    assert.equal(snapshot.authMode, 'ed25519');
    assert.equal(snapshot.screenRepoRefreshIntervalSeconds, 3600);
    assert.equal(snapshot.onError, 'keep');
  });

  it('keeps the admin token apart from the snapshot, as the text that stands in the file', () => {
    const { snapshot, secrets } = accepted('admin: { token: 00123 }');
    assert.equal(secrets.adminToken, '00123');
    assert.ok(!JSON.stringify(snapshot).includes('00123'));
  });

  it('reads screens; a refresh of 0 leaves it to others', () => {
    const { snapshot } = accepted(
      'screens:\n  a: {script: a.lua, template: sub/a.svg, default_refresh: 60}\n  b: {script: b.lua, template: b.svg, default_refresh: 0}\n',
    );
    assert.deepEqual(
      [...snapshot.screens.values()],
      [
        { name: 'a', script: 'a.lua', template: 'sub/a.svg', defaultRefreshSeconds: 60 },
        { name: 'b', script: 'b.lua', template: 'b.svg', defaultRefreshSeconds: null },
      ],
    );
  });

  it('warns of unknown keys with their place and the key that was meant', () => {
    assert.deepEqual(warnings('default_screen: a\ndevice: {}\n'), [
      '2:1 unknown key `device`; did you mean `devices`?',
    ]);
    assert.deepEqual(warnings('admin:\n  tokn: x\n'), [
      '2:3 unknown key `admin.tokn`; did you mean `token`?',
    ]);
  });

  it('refuses a section of another shape and says what came', () => {
    assert.deepEqual(refused('devices:\n  - screen: x\n'), [
      'config.yaml:2:3: expected a map under `devices`, got a list',
    ]);
    assert.deepEqual(refused('panels: og'), [
      'config.yaml:1:9: expected a map under `panels`, got the text "og"',
    ]);
    assert.deepEqual(refused('- a\n- b\n'), ['config.yaml:1:1: expected a map of settings, got a list']);
    assert.deepEqual(refused('just text'), [
      'config.yaml:1:1: expected a map of settings, got the text "just text"',
    ]);
  });

  it('refuses values that decide who may do what, instead of guessing', () => {
    assert.deepEqual(refused('registration_enabled: nope\nauth_mode: none\nadmin: {token: [hunter2]}\n'), [
      'config.yaml:1:23: registration_enabled: expected true or false, got the text "nope"',
      'config.yaml:2:12: auth_mode: expected one of api_key, ed25519, got the text "none"',
      'config.yaml:3:16: admin.token: expected a text, got a list',
    ]);
  });

  it('refuses other answers of setup and other versions of signatures than there are', () => {
    assert.deepEqual(refused('known_devices: shut\nmin_signature_version: 3\n'), [
      'config.yaml:1:16: known_devices: expected one of open, quiet, closed, got the text "shut"',
      'config.yaml:2:24: min_signature_version: expected an integer from 1 to 2, got 3',
    ]);
  });

  it('refuses a screen without its files, and files outside the directory', () => {
    assert.deepEqual(refused('screens:\n  a: { script: a.lua }\n'), [
      'config.yaml:2:6: screens.a: expected a `template`, got none',
    ]);
    for (const name of ['/etc/passwd', '../a.lua', 'a/../../b.lua', 'a\\b.lua']) {
      const [problem] = refused(`screens:\n  a:\n    template: a.svg\n    script: '${name}'\n`);
      assert.match(
        problem ?? '',
        /^config\.yaml:4:13: screens\.a\.script: expected a file name relative/,
        name,
      );
    }
  });

  it('gives file, line and column of text that is no YAML', () => {
    assert.match(refused('a: 1\ndevices:\n\tx: 1\n')[0] ?? '', /^config\.yaml:3:1: Tabs are not allowed/);
    assert.match(refused('devices: {\n')[0] ?? '', /^config\.yaml:2:1: /);
    assert.match(refused('a: 1\n---\nb: 2\n')[0] ?? '', /^config\.yaml:2:1: expected one document/);
    assert.match(
      refused('default_screen: a\ndefault_screen: b\n')[0] ?? '',
      /^config\.yaml:2:1: .* is here twice/,
    );
  });

  it('reads CRLF and a byte order mark', () => {
    assert.equal(accepted('\ufeffdefault_screen: a\r\ndevices: {}\r\n').snapshot.defaultScreen, 'a');
  });
});

describe('hostile text', () => {
  it('is refused before it expands', () => {
    const names = 'abcdefghij';
    const bomb = [...names].map((name, level) => {
      const item = level === 0 ? 'x' : `*${names[level - 1]}`;
      return `${name}: &${name} [${Array(10).fill(item).join(', ')}]`;
    });
    assert.match(refused(bomb.join('\n'))[0] ?? '', /values with every alias expanded/);
    assert.match(refused(`devices: ${'['.repeat(5000)}`)[0] ?? '', /at most 64 levels/);
  });

  it('never makes the parser throw, whatever is cut out of or put into a real config', () => {
    const text = readFileSync(findAssets().configFile, 'utf8');
    const pieces = [
      '"',
      "'",
      '\t',
      '{',
      '[',
      ']',
      ':',
      '#',
      '&a',
      '*a',
      '- ',
      '<<: ',
      '!!x ',
      '\0',
      '\r',
      '|',
      '%YAML',
    ];
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      const start = random(text.length);
      const piece = pieces[random(pieces.length)] ?? '';
      const mutated = text.slice(0, start) + piece + text.slice(start + random(40));
      const parsed = parseConfig(mutated, 'x');
      if (!parsed.ok)
        assert.ok(
          parsed.error.every(({ line }) => line !== null && line > 0),
          mutated,
        );
    }
  });
});
