import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/base/version.ts';

const page = readFileSync(path.join(PACKAGE_ROOT, 'CONTRIBUTING.md'), 'utf8');
const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8'),
).scripts;

describe('CONTRIBUTING.md', () => {
  it('names only files and folders that are there', () => {
    const named = [
      ...page.matchAll(/`((?:src|test|native|docs)\/[\w./-]+|[A-Z]+\.md|\.[a-z-]+(?:\/\w+)?)`|\]\(([^)#]+)/g),
    ].map(([, code, link]) => code ?? link ?? '');
    assert.ok(named.length > 40, `${named.length} found`);
    assert.deepEqual(
      named.filter((name) => !existsSync(path.join(PACKAGE_ROOT, name))),
      [],
    );
  });

  it('names only commands that exist', () => {
    const named = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    assert.ok(named.length > 4);
    assert.deepEqual(
      named.filter((name) => scripts[name] === undefined),
      [],
    );
  });
});
