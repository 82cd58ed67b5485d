import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { PACKAGE_ROOT, VERSION } from '../../../src/platform/base/version.ts';

it('is the version of package.json, found from the compiled code', () => {
  const manifest: unknown = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  assert.ok(typeof manifest === 'object' && manifest !== null && 'version' in manifest && 'name' in manifest);
  assert.deepEqual([manifest.name, manifest.version], ['stipple-server', VERSION]);
});
