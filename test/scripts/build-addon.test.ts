import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

describe('the install script', () => {
  it('compiles nothing where there is a build: npx and npm install -g run it, too', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8'));
    const [program, ...args] = scripts.install.split(' ');
    assert.equal(program, 'node');
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
  });
});
