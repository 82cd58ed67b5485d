import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { CENSUS_STATES } from '../../src/server/metrics/device-census.ts';

const PAGE = readFileSync(path.join(PACKAGE_ROOT, 'docs/operations.md'), 'utf8');

/** Rows of the table below a heading: the first cell and the second. */
function rows(heading: string): readonly (readonly [name: string, text: string])[] {
  const section = PAGE.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';
  return [...section.matchAll(/^\| `(\w+)` \| ([^|]+) \|$/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]);
}

describe('docs/operations.md', () => {
  it('describes every state of a device', () => {
    assert.deepEqual(
      rows('States of devices').map(([name]) => name),
      CENSUS_STATES,
    );
  });
});
