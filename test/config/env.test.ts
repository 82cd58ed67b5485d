import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import {
  describeEnvProblem,
  type EnvSettings,
  ineffectiveVariables,
  readEnvironment,
  readSecrets,
} from '../../src/config/env.ts';

function settings(env: Record<string, string>): EnvSettings {
  const read = readEnvironment(env);
  assert.ok(read.ok, read.ok ? '' : read.error.map(describeEnvProblem).join('\n'));
  return read.value;
}

function problems(env: Record<string, string>): string[] {
  const read = readEnvironment(env);
  return read.ok ? [] : read.error.map(describeEnvProblem);
}

describe('readEnvironment', () => {
  it('needs nothing', () => {
    const { screenReposCacheDir, ...rest } = settings({});
    assert.ok(path.isAbsolute(screenReposCacheDir));
    assert.deepEqual(rest, {
      listen: { host: '0.0.0.0', port: 3000 },
      configFile: null,
      screensDir: null,
      fontsDir: null,
      publicUrl: null,
      trustProxy: false,
      logLevel: 'info',
      metrics: null,
      composeThreads: null,
      rasterThreads: null,
      rasterIsolation: 'process',
      screenHttpHosts: null,
      screenReposAllowPrivate: true,
      storeUrl: null,
    });
  });

  it('takes an empty variable for one that is not set', () => {
    assert.deepEqual(
      settings({ BIND_ADDR: '', CONFIG_FILE: ' ', PUBLIC_URL: '', TRUST_PROXY: '' }),
      settings({}),
    );
  });

  it('reads every variable', () => {
    const read = settings({
      BIND_ADDR: '[::1]:8080',
      CONFIG_FILE: './mine.yaml',
      SCREENS_DIR: 'screens',
      FONTS_DIR: '/fonts/../fonts',
      PUBLIC_URL: 'HTTPS://Display.Example/stipple/',
      TRUST_PROXY: 'loopback, 10.0.0.0/8',
      LOG_LEVEL: 'DEBUG',
      METRICS_ADDR: ':9090',
      COMPOSE_THREADS: '8',
      RASTER_THREADS: '1',
      RASTER_ISOLATION: 'Thread',
      SCREEN_HTTP_HOSTS: 'API.example.com:443, *.Example.org',
      SCREEN_REPOS_CACHE_DIR: '/cache',
      SCREEN_REPOS_ALLOW_PRIVATE: 'False',
      STORE_URL: 'redis://:hunter2@store:6379',
    });
    assert.deepEqual(read, {
      listen: { host: '::1', port: 8080 },
      configFile: './mine.yaml',
      screensDir: path.resolve('screens'),
      fontsDir: '/fonts',
      publicUrl: 'https://display.example/stipple',
      trustProxy: 'loopback, 10.0.0.0/8',
      logLevel: 'debug',
      metrics: { host: '0.0.0.0', port: 9090 },
      composeThreads: 8,
      rasterThreads: 1,
      rasterIsolation: 'thread',
      screenHttpHosts: [
        { host: 'api.example.com', below: false, port: 443 },
        { host: 'example.org', below: true, port: null },
      ],
      screenReposCacheDir: '/cache',
      screenReposAllowPrivate: false,
      storeUrl: 'redis://:hunter2@store:6379',
    });
  });

  it('names variable, expected and got of everything that cannot be used, all at once', () => {
    const found = problems({
      BIND_ADDR: 'nonsense',
      LOG_LEVEL: 'loud',
      COMPOSE_THREADS: '0',
      RASTER_THREADS: '1.5',
      RASTER_ISOLATION: 'container',
      SCREEN_HTTP_HOSTS: 'https://api.example.com/',
    });
    assert.deepEqual(found, [
      'BIND_ADDR: expected host:port, such as 0.0.0.0:3000 or [::]:3000, got "nonsense"',
      'LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent, got "loud"',
      'COMPOSE_THREADS: expected an integer from 1 to 256, got "0"',
      'RASTER_THREADS: expected an integer from 1 to 256, got "1.5"',
      'RASTER_ISOLATION: expected process or thread, got "container"',
      'SCREEN_HTTP_HOSTS: expected host names separated by commas, such as api.example.com, *.example.org, 192.168.0.7:8080, got "https://api.example.com/"',
    ]);
  });

  it('does not show an address that may hold a password', () => {
    const [problem] = problems({ STORE_URL: 'hunter2' });
    assert.match(problem ?? '', /^STORE_URL: expected .*, got something else \(not shown\)$/);
  });

  it('holds no secret', () => {
    const env = { SERVICE_ADMIN_TOKEN: 'hunter2', SERVICE_URL_SECRET: 'hunter2' };
    assert.ok(!JSON.stringify(settings(env)).includes('hunter2'));
  });
});

describe('readSecrets', () => {
  it('reads both, without the line end that files with secrets have', () => {
    const secrets = readSecrets({ SERVICE_ADMIN_TOKEN: ' abc\n', SERVICE_URL_SECRET: 'def' });
    assert.deepEqual(secrets, { adminToken: 'abc', urlSecret: 'def' });
  });

  it('takes an empty one for none: nobody is admin by sending nothing', () => {
    assert.deepEqual(readSecrets({ SERVICE_ADMIN_TOKEN: ' ' }), { adminToken: null, urlSecret: null });
  });
});

describe('ineffectiveVariables', () => {
  it('names PORT unless BIND_ADDR says where to listen', () => {
    assert.deepEqual(ineffectiveVariables({ PORT: '8080' }), [
      'PORT has no effect; set BIND_ADDR to host:port, such as BIND_ADDR=0.0.0.0:$PORT',
    ]);
    assert.deepEqual(ineffectiveVariables({ PORT: '8080', BIND_ADDR: ':8080' }), []);
    assert.deepEqual(ineffectiveVariables({ PORT: '' }), []);
  });

  it('names misspelt and prefixed settings, with the name that counts', () => {
    const env = { BIND_ADRR: ':80', SERVICE_ADMIN_TOKNE: 'secret', STIPPLE_FONTS_DIR: 'fonts' };
    assert.deepEqual(ineffectiveVariables(env), [
      'BIND_ADRR has no effect; did you mean BIND_ADDR?',
      'SERVICE_ADMIN_TOKNE has no effect; did you mean SERVICE_ADMIN_TOKEN?',
      'STIPPLE_FONTS_DIR has no effect; did you mean FONTS_DIR?',
    ]);
  });

  it('leaves the variables of other programs alone', () => {
    const env = { PATH: '/bin', TZ: 'UTC', LOG: 'x', CONFIG: 'x', KUBECONFIG: 'x', NODE_OPTIONS: 'x' };
    const ofKubernetes = { STIPPLE_PORT: 'tcp://10.0.0.1:3000', STIPPLE_SERVICE_HOST: '10.0.0.1' };
    assert.deepEqual(ineffectiveVariables({ ...env, ...ofKubernetes, LOGLEVEL: 'x', LOG_LEVEL: 'warn' }), []);
  });
});
