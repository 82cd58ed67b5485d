import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Environment, readEnvironment } from '../../src/config/env.ts';
import { doubtfulSettings } from '../../src/config/env-advice.ts';

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
