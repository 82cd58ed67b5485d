import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ERRORS } from '../../src/platform/base/errors.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/errors.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)].map(
  ([, code, status]) => `${code} ${status}`,
);

describe('docs/errors.md', () => {
  it('lists every code of the error table with its status, and no other', () => {
    const expected = Object.entries(ERRORS).map(([code, { status }]) => `${code} ${status}`);
    assert.deepEqual(rows.toSorted(), expected.toSorted());
  });

  it('lists every failure code', () => {
    const source = readFileSync(path.join(PACKAGE_ROOT, 'src/platform/base/failure.ts'), 'utf8');
    const codes = [...source.matchAll(/^ {2}\| '([a-z_]+)'/gm)].map(([, code]) => code ?? '');
    assert.ok(codes.length > 10);
    for (const code of codes) assert.match(page, new RegExp(`^\\| \`${code}\` \\|`, 'm'), code);
  });
});
