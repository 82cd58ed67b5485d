import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import {
  describeEnvProblem,
  type EnvSettings,
  readEnvironment,
  readSecrets,
} from '../../../src/config/env/env.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

function settings(env: Record<string, string>): EnvSettings {
  const read = readEnvironment(env);
  assert.ok(read.ok, read.ok ? '' : read.error.map(describeEnvProblem).join('\n'));
  return read.value;
}

function problems(env: Record<string, string>): string[] {
  const read = readEnvironment(env);
  return read.ok ? [] : read.error.map(describeEnvProblem);
}

function problemsOfSecrets(env: Record<string, string>): string[] {
  const read = readSecrets(env);
  return read.ok ? [] : read.error.map(describeEnvProblem);
}

describe('readEnvironment', () => {
  it('needs nothing', () => {
    const { screenReposCacheDir, ...rest } = settings({});
    assert.ok(path.isAbsolute(screenReposCacheDir));
    assert.deepEqual(rest, {
      listen: { host: '0.0.0.0', port: 3000 },
      configFile: null,
      configInStore: false,
      screensDir: null,
      fontsDir: null,
      publicUrl: null,
      trustProxy: false,
      logLevel: 'info',
      logFormat: null,
      metrics: null,
      memoryBudget: null,
      composeThreads: null,
      rasterThreads: null,
      rasterIsolation: 'process',
      verifyReuse: 0,
      screenHttpHosts: null,
      screenReposAllowPrivate: true,
      screenRepoFolders: [],
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
      LOG_FORMAT: 'Pretty',
      METRICS_ADDR: ':9090',
      MEMORY_BUDGET: '1.5 GiB',
      COMPOSE_THREADS: '8',
      RASTER_THREADS: '1',
      RASTER_ISOLATION: 'Thread',
      STIPPLE_VERIFY_REUSE: '0.25',
      SCREEN_HTTP_HOSTS: 'API.example.com:443, *.Example.org',
      SCREEN_REPOS_CACHE_DIR: '/cache',
      SCREEN_REPOS_ALLOW_PRIVATE: 'False',
      SCREEN_REPO_FOLDERS: '/srv/git:/data/git/',
      STORE_URL: 'redis://:hunter2@store:6379',
    });
    assert.deepEqual(read, {
      listen: { host: '::1', port: 8080 },
      configFile: './mine.yaml',
      configInStore: false,
      screensDir: path.resolve('screens'),
      fontsDir: '/fonts',
      publicUrl: 'https://display.example/stipple',
      trustProxy: 'loopback, 10.0.0.0/8',
      logLevel: 'debug',
      logFormat: 'pretty',
      metrics: { host: '0.0.0.0', port: 9090 },
      memoryBudget: 1536 * 1024 ** 2,
      composeThreads: 8,
      rasterThreads: 1,
      rasterIsolation: 'thread',
      verifyReuse: 0.25,
      screenHttpHosts: [
        { host: 'api.example.com', below: false, port: 443 },
        { host: 'example.org', below: true, port: null },
      ],
      screenReposCacheDir: '/cache',
      screenReposAllowPrivate: false,
      screenRepoFolders: ['/srv/git', '/data/git'],
      storeUrl: 'redis://:hunter2@store:6379',
    });
  });

  it('names variable, expected and got of everything that cannot be used, all at once', () => {
    const found = problems({
      BIND_ADDR: 'nonsense',
      LOG_LEVEL: 'loud',
      MEMORY_BUDGET: '512',
      COMPOSE_THREADS: '0',
      RASTER_THREADS: '1.5',
      RASTER_ISOLATION: 'container',
      STIPPLE_VERIFY_REUSE: '5%',
      SCREEN_HTTP_HOSTS: 'https://api.example.com/',
    });
    assert.deepEqual(found, [
      'BIND_ADDR: expected host:port, such as 0.0.0.0:3000 or [::]:3000, got "nonsense"',
      'LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent, got "loud"',
      'MEMORY_BUDGET: expected a size from 192 MiB to 64 GiB, such as 300 MiB or 1.5 GiB, got "512"',
      'COMPOSE_THREADS: expected an integer from 1 to 256, got "0"',
      'RASTER_THREADS: expected an integer from 1 to 256, got "1.5"',
      'RASTER_ISOLATION: expected process or thread, got "container"',
      'STIPPLE_VERIFY_REUSE: expected a number from 0 to 1, such as 0.01, got "5%"',
      'SCREEN_HTTP_HOSTS: expected host names separated by commas, such as api.example.com, *.example.org, 192.168.0.7:8080, got "https://api.example.com/"',
    ]);
  });

  it('tells the state store from a path for the config', () => {
    const stored = settings({ CONFIG_FILE: 'store:' });
    assert.deepEqual([stored.configFile, stored.configInStore], [null, true]);
    assert.equal(settings({ CONFIG_FILE: './store:here' }).configFile, './store:here');
    assert.deepEqual(problems({ CONFIG_FILE: 'store:here' }), [
      'CONFIG_FILE: expected a path, or store: alone, got "store:here"',
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
    const read = readSecrets({ SERVICE_ADMIN_TOKEN: ' abc\n', SERVICE_URL_SECRET: 'def' });
    assert.deepEqual(read, { ok: true, value: { adminToken: 'abc', urlSecret: 'def' } });
  });

  it('takes an empty one for none: nobody is admin by sending nothing', () => {
    const read = readSecrets({ SERVICE_ADMIN_TOKEN: ' ', SERVICE_ADMIN_TOKEN_FILE: '' });
    assert.deepEqual(read, { ok: true, value: { adminToken: null, urlSecret: null } });
  });
});

describe('a secret in a file', () => {
  it('counts as if its text were in the variable', (t) => {
    const folder = tempTree(t, {
      token: '\u{feff} swordfish \n',
      secret: 'k\u00f6y\n',
      store: 'redis://:pw@store:1\n',
    });
    const env = {
      SERVICE_ADMIN_TOKEN_FILE: path.join(folder, 'token'),
      SERVICE_URL_SECRET_FILE: path.join(folder, 'secret'),
      STORE_URL_FILE: path.join(folder, 'store'),
    };
    assert.deepEqual(readSecrets(env), {
      ok: true,
      value: { adminToken: 'swordfish', urlSecret: 'k\u00f6y' },
    });
    assert.equal(settings(env).storeUrl, 'redis://:pw@store:1');
  });

  it('is refused beside the variable itself', () => {
    const env = { SERVICE_ADMIN_TOKEN: 'hunter2', SERVICE_ADMIN_TOKEN_FILE: '/run/secrets/token' };
    assert.deepEqual(problemsOfSecrets(env), [
      'SERVICE_ADMIN_TOKEN_FILE: expected either SERVICE_ADMIN_TOKEN or SERVICE_ADMIN_TOKEN_FILE, got both',
    ]);
    const both = problems({ STORE_URL: 'redis://a', STORE_URL_FILE: '/run/secrets/store' });
    assert.deepEqual(both, ['STORE_URL_FILE: expected either STORE_URL or STORE_URL_FILE, got both']);
  });

  it('is refused with variable, path and reason where the file cannot be used', (t) => {
    const folder = tempTree(t, { blank: ' \n', long: 'hunter2'.repeat(3_000) });
    writeFileSync(path.join(folder, 'latin'), Buffer.from('hunter2 \u00e9', 'latin1'));
    const reasons = {
      none: 'the file does not exist',
      blank: 'the file is empty',
      long: 'expected at most 16384 bytes, got more',
      latin: 'expected UTF-8, got bytes that are none',
      '': 'expected a file, got a folder',
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const file = path.join(folder, name);
      assert.deepEqual(problemsOfSecrets({ SERVICE_URL_SECRET_FILE: file }), [
        `SERVICE_URL_SECRET_FILE: expected a file with the secret, got "${file}" (${reason})`,
      ]);
    }
  });

  it('is not shown when it is no address', (t) => {
    const folder = tempTree(t, { store: 'hunter2' });
    assert.deepEqual(problems({ STORE_URL_FILE: path.join(folder, 'store') }), [
      'STORE_URL_FILE: expected an address such as redis://host:6379, got something else (not shown)',
    ]);
  });

  it('is named with all others that cannot be used', () => {
    const env = { SERVICE_ADMIN_TOKEN_FILE: '/nowhere/a', SERVICE_URL_SECRET_FILE: '/nowhere/b' };
    assert.equal(problemsOfSecrets(env).length, 2);
  });
});
