/** Holds the includes of the kernel to what native/README.md says of its folders. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';

const KERNEL = path.join(PACKAGE_ROOT, 'native/kernel');
const MAY_INCLUDE: Readonly<Record<string, readonly string[]>> = {
  base: [],
  colour: ['base'],
  dither: ['base', 'colour'],
  png: ['base', 'colour'],
  text: ['base', 'colour'],
};

it('each folder of the kernel includes only files of its own and of folders below it', () => {
  assert.deepEqual(readdirSync(KERNEL).sort(), Object.keys(MAY_INCLUDE));
  const found = new Set<string>();
  for (const [folder, allowed] of Object.entries(MAY_INCLUDE)) {
    for (const name of readdirSync(path.join(KERNEL, folder))) {
      const source = readFileSync(path.join(KERNEL, folder, name), 'utf8');
      for (const [, target = ''] of source.matchAll(/^#include "([^"]+)"/gm)) {
        const from = path.dirname(target);
        found.add(from);
        assert.ok([folder, ...allowed].includes(from), `${folder}/${name} includes ${target}`);
      }
    }
  }
  assert.equal(found.size, Object.keys(MAY_INCLUDE).length);
});
