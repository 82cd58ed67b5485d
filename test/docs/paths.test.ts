/** Holds the pages for contributors to the files, folders and commands that there are. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

const PATH =
  /`((?:src|test|native|docs|workers|scripts|benchmarks|deploy)\/[\w./-]+|[A-Z]+\.md|\.[a-z-]+(?:\/\w+)?)`/g;
const LINK = /\]\(([^)#:]+)/g;

function read(page: string): string {
  return readFileSync(path.join(PACKAGE_ROOT, page), 'utf8');
}

/** Paths from the root that a text names. */
function namedPaths(text: string): readonly string[] {
  return [...text.matchAll(PATH)].map(([, name = '']) => name);
}

for (const [page, atLeast] of [
  ['CONTRIBUTING.md', 40],
  ['docs/architecture.md', 120],
] as const) {
  describe(page, () => {
    it('names only files and folders that are there', () => {
      const text = read(page);
      const links = [...text.matchAll(LINK)].map(([, link = '']) => path.join(path.dirname(page), link));
      const named = [...namedPaths(text), ...links];
      assert.ok(named.length >= atLeast, `${named.length} found`);
      assert.deepEqual(
        named.filter((name) => !existsSync(path.join(PACKAGE_ROOT, name))),
        [],
      );
    });
  });
}

describe('CONTRIBUTING.md', () => {
  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    const named = [...read('CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    assert.ok(named.length > 4);
    assert.deepEqual(
      named.filter((name) => scripts[name] === undefined),
      [],
    );
  });
});

describe('the table "Where do I change"', () => {
  it('says for at least 25 behaviours which files to open', () => {
    const section = read('docs/architecture.md').split('## Where do I change')[1] ?? '';
    const rows = [...section.matchAll(/^\| (?!behaviour|-)([^|]+) \| ([^|]+) \|$/gm)];
    assert.ok(rows.length >= 25, `${rows.length} rows`);
    // The last row is about this page itself.
    for (const [, behaviour, files = ''] of rows) assert.ok(namedPaths(files).length > 0, behaviour);
  });
});
