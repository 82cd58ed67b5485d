import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Environment, readEnvironment } from '../../../src/config/env/env.ts';
import { doubtfulSettings, weakSettings } from '../../../src/config/env/env-advice.ts';

function found(env: Environment, cores = 4): readonly string[] {
  const settings = readEnvironment(env);
  assert.ok(settings.ok);
  return doubtfulSettings(settings.value, cores, env);
}

it('finds nothing wrong with an empty environment, or with sensible settings', () => {
  assert.deepEqual(found({}), []);
  assert.deepEqual(
    found({ TZ: '', RASTER_THREADS: '4', PUBLIC_URL: 'https://display.example', TRUST_PROXY: 'loopback' }),
    [],
  );
});

it('finds what has no effect, and shows no password', () => {
  assert.deepEqual(found({ STORE_URL: 'redis://:hunter2@store', RASTER_THREADS: '8' }), [
    'RASTER_THREADS is 8, but this machine has 4 cores for the server: the others only take memory',
  ]);
});

it('finds a proxy that is not named, unless the operator has decided so', () => {
  const https = { PUBLIC_URL: 'https://display.example' };
  assert.match(found(https)[0] ?? '', /^TRUST_PROXY is not set, but PUBLIC_URL begins with https/);
  assert.deepEqual(found({ ...https, TRUST_PROXY: 'false' }), []);
  assert.deepEqual(found({ PUBLIC_URL: 'http://nas:3000' }), []);
});

it('finds a time zone that does not exist', () => {
  assert.match(
    found({ TZ: 'Europe/Berln' })[0] ?? '',
    /^TZ: unknown time zone "Europe\/Berln"; did you mean/,
  );
});

it('finds an admin token that is short, whatever it is, and shows it to nobody', () => {
  for (const length of [1, 8, 19, 20, 43]) {
    const weak = weakSettings({ trustProxy: false }, { adminToken: 'q'.repeat(length) });
    assert.equal(weak.length, length < 20 ? 1 : 0);
    assert.doesNotMatch(weak.join(), /qq|\bq\b/);
  }
  assert.deepEqual(weakSettings({ trustProxy: 'loopback' }, { adminToken: null }), []);
});

it('finds a trust in all proxies, however it is written, and says what to write instead', () => {
  for (const [text, isWeak] of [
    ['true', true],
    ['TRUE', true],
    ['0.0.0.0/0', true],
    ['loopback, 0.0.0.0/0.0.0.0', true],
    ['::/0, 10.0.0.0/8', true],
    ['false', false],
    ['1', false],
    ['loopback', false],
    ['10.0.0.0/8', false],
    ['fd00::/10', false],
  ] as const) {
    const settings = readEnvironment({ TRUST_PROXY: text });
    assert.ok(settings.ok, text);
    const found = weakSettings(settings.value, { adminToken: null });
    assert.equal(found.length, isWeak ? 1 : 0, text);
    if (isWeak)
      assert.match(found[0] ?? '', /^TRUST_PROXY is .* such as loopback or 10\.0\.0\.0\/8, or the number/);
  }
});
