/** Holds the pages for contributors to the files, folders and commands that there are. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

const design = readdirSync(path.join(PACKAGE_ROOT, 'docs/design')).map((name) => `docs/design/${name}`);
for (const [page, atLeast] of [
  ['CONTRIBUTING.md', 40],
  ['docs/architecture.md', 60],
  ...design.map((name) => [name, 3] as const),
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

describe('docs/architecture.md', () => {
  it('is one page, and links each page of docs/design', () => {
    const text = read('docs/architecture.md');
    assert.ok(text.split('\n').length <= 151);
    for (const page of design) assert.ok(text.includes(`](${path.relative('docs', page)})`), page);
  });
});

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
