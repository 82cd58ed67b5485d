/** Holds deploy/systemd/stipple.service to systemd, where that is installed, and to the server. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ENV_VARIABLES, readEnvironment } from '../../src/config/env/env.ts';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { tempTree } from '../support/files/temp-tree.ts';

const TEXT = readFileSync(path.join(PACKAGE_ROOT, 'deploy/systemd/stipple.service'), 'utf8');
const LINES = [...TEXT.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);

function values(name: string): readonly string[] {
  return LINES.filter(([own]) => own === name).map(([, value]) => value);
}

const ANALYZE = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('deploy/systemd/stipple.service', () => {
  it('is one that systemd takes without a word', { skip: !ANALYZE }, (t) => {
    // Its program is not here.
    const placed = TEXT.replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('WorkingDirectory=/opt/stipple', `WorkingDirectory=${PACKAGE_ROOT}`)
      .replaceAll('file:///opt/stipple', `file://${PACKAGE_ROOT}`);
    const folder = tempTree(t, { 'stipple.service': placed });
    const file = path.join(folder, 'stipple.service');
    const done = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    const own = done.stderr.split('\n').filter((line) => line.includes('stipple.service'));
    assert.deepEqual([done.status, own], [0, []]);
  });

  it('sets variables that the server takes, in folders that it may write', () => {
    const known: readonly string[] = [...ENV_VARIABLES, 'NODE_ENV'];
    const places = { S: '/var/lib', C: '/var/cache' } as const;
    const entries = values('Environment').map((line) => {
      const [name = '', ...rest] = line.split('=');
      assert.ok(known.includes(name), name);
      return [name, rest.join('=').replaceAll(/%([SC])/g, (_, letter: 'S' | 'C') => places[letter])] as const;
    });
    const settings = readEnvironment(Object.fromEntries(entries));
    assert.ok(settings.ok);
    const { configFile, screensDir, fontsDir, storeUrl, screenReposCacheDir } = settings.value;
    for (const file of [configFile, screensDir, fontsDir, storeUrl?.replace('file:', '')]) {
      assert.ok(file?.startsWith('/var/lib/stipple/'), String(file));
    }
    assert.ok(screenReposCacheDir.startsWith('/var/cache/stipple/'));
    assert.deepEqual([...values('StateDirectory'), ...values('CacheDirectory')], ['stipple', 'stipple']);
  });

  it('reloads, restarts and ends as the server does', () => {
    assert.deepEqual(values('ExecReload'), ['/bin/kill -HUP $MAINPID']);
    assert.deepEqual(values('Restart'), ['always']);
    assert.deepEqual(values('RestartPreventExitStatus'), ['78']);
    assert.deepEqual(values('KillMode'), ['mixed']);
    assert.ok(Number(values('TimeoutStopSec')[0]) * 1_000 > 2 * LIMITS.drainMs);
  });

  it('takes rights away, and none that V8 and the processes that draw need', () => {
    for (const [name, value] of [
      ['NoNewPrivileges', 'yes'],
      ['DynamicUser', 'yes'],
      ['ProtectSystem', 'strict'],
      ['ProtectHome', 'yes'],
      ['PrivateTmp', 'yes'],
      ['CapabilityBoundingSet', ''],
      ['RestrictNamespaces', 'yes'],
    ] as const) {
      assert.deepEqual(values(name), [value], name);
    }
    assert.deepEqual(values('MemoryDenyWriteExecute'), []);
    assert.deepEqual(values('SystemCallFilter'), ['@system-service', 'seccomp']);
  });
});
