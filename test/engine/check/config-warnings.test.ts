import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseConfig } from '../../../src/config/read/parse.ts';
import { positionOfSetting } from '../../../src/config/read/positions.ts';
import { idleSettings, precedenceOf } from '../../../src/engine/check/config-warnings.ts';

const CONFIG = `min_signature_version: 2
admin:
  token: hunter2-secret
screen_repos:
  garden:
    repo: https://example.org/garden.git
    allow_private_network: true
  house: { allow_private_network: false }
devices:
  DEFAULT: { screen: clock }
`;

function found(text: string, precedence: { adminToken: boolean; noPrivateRepos: boolean }): string[] {
  const parsed = parseConfig(text, 'config.yaml');
  assert.ok(parsed.ok);
  return idleSettings(parsed.value, precedence).map(({ keys, message }) => {
    const { line, column } = positionOfSetting(parsed.value, ...keys);
    return `${line}:${column} ${message}`;
  });
}

describe('idleSettings', () => {
  it('finds what the environment overrides, with places, and without secrets', () => {
    assert.deepEqual(found(CONFIG, { adminToken: true, noPrivateRepos: true }), [
      '3:3 admin.token: no effect while SERVICE_ADMIN_TOKEN is set',
      '1:1 min_signature_version: no effect unless auth_mode is ed25519',
      '7:5 screen_repos.garden.allow_private_network: no effect while SCREEN_REPOS_ALLOW_PRIVATE is false',
    ]);
  });

  it('finds nothing where each setting has its effect', () => {
    const text = `auth_mode: ed25519\n${CONFIG}`;
    assert.deepEqual(found(text, { adminToken: false, noPrivateRepos: false }), []);
    assert.deepEqual(found('devices: {}\n', { adminToken: true, noPrivateRepos: true }), []);
  });
});

it('precedence comes from the environment', () => {
  assert.deepEqual(precedenceOf({ screenReposAllowPrivate: false }, { adminToken: 'x' }), {
    adminToken: true,
    noPrivateRepos: true,
  });
  assert.deepEqual(precedenceOf({ screenReposAllowPrivate: true }, { adminToken: null }), {
    adminToken: false,
    noPrivateRepos: false,
  });
});
