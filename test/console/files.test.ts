/** The files of the console: how large they are, and what its source imports. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { findConsole } from '../../src/config/env/assets.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

interface Manifest {
  readonly page: { readonly script: string; readonly style: string };
  readonly files: Readonly<
    Record<string, { readonly bytes: number; readonly br?: number; readonly gzip?: number }>
  >;
}

const manifest: Manifest = JSON.parse(readFileSync(path.join(findConsole(), 'manifest.json'), 'utf8'));

/** A file and all that it imports at once, not later. */
function withImports(name: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  if (!name.endsWith('.js')) return seen;
  const text = readFileSync(path.join(findConsole(), 'files', name), 'utf8');
  for (const [, imported = ''] of text.matchAll(/(?:from|import)\s?"\.\/([^"]+)"/g))
    withImports(imported, seen);
  return seen;
}

/** Bytes of files in their smallest common form, which every browser takes. */
function compressedBytes(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => {
    const file = manifest.files[name];
    assert.ok(file !== undefined, name);
    return sum + (file.gzip ?? file.bytes);
  }, 0);
}

function pageFile(name: string): string {
  const found = Object.keys(manifest.files).find(
    (file) => file.startsWith(`${name}-`) && file.endsWith('.js'),
  );
  assert.ok(found !== undefined, name);
  return found;
}

describe('what a browser loads', () => {
  const first = new Set([...withImports(manifest.page.script), manifest.page.style]);

  it('for the first page is at most 60 KB', () => {
    const bytes = compressedBytes(new Set([...first, ...withImports(pageFile('fleet-page'))]));
    assert.ok(bytes > 5_000 && bytes <= 60_000, String(bytes));
  });

  it('for the studio is at most 260 KB', () => {
    const bytes = compressedBytes(new Set([...first, ...withImports(pageFile('studio-page'))]));
    assert.ok(bytes > 50_000 && bytes <= 260_000, String(bytes));
  });

  it('is the same for every build of the same source: names are hashes of what is in the files', () => {
    const names = Object.keys(manifest.files);
    assert.ok(names.length > 3);
    for (const name of names) assert.match(name, /-[A-Z0-9]{8}\.(?:js|css|svg)$/);
  });
});

/** Lower layers come first. */
const LAYERS = ['api', 'parts', 'pages', 'shell'];
const IMPORT = /^import (type )?[^'";]*?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

describe('the source of the console', () => {
  const root = path.join(PACKAGE_ROOT, 'console');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );

  it('imports only from the same layer or lower ones, from no other page, and of the server nothing but types and tables', () => {
    assert.ok(files.length > 30);
    const faults = files.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [...text.matchAll(IMPORT)].flatMap(([, isType, still, late]) => {
        const target = path.posix.join(path.posix.dirname(file), still ?? late ?? '');
        return fault(file, target, isType !== undefined) ?? [];
      });
    });
    assert.deepEqual(faults, []);
  });

  it('gives a class to one page alone, as all style sheets are one file', () => {
    const owners = new Map<string, Set<string>>();
    const sheets = readdirSync(path.join(root, 'pages'), { recursive: true, encoding: 'utf8' });
    for (const name of sheets.filter((one) => one.endsWith('.css'))) {
      const [page = ''] = name.split('/');
      const text = readFileSync(path.join(root, 'pages', name), 'utf8');
      // What stands below another class is of that one.
      for (const [, first = ''] of text.matchAll(/^\.([a-z][\w-]*)[ :,{]/gm)) {
        owners.set(first, (owners.get(first) ?? new Set()).add(page));
      }
    }
    assert.ok(owners.size > 50, String(owners.size));
    const shared = [...owners]
      .filter(([, pages]) => pages.size > 1)
      .map(([name, pages]) => `${name}: ${[...pages]}`);
    assert.deepEqual(shared, []);
  });

  it('sets no markup from texts', () => {
    for (const file of files) {
      const text = readFileSync(path.join(root, file), 'utf8');
      assert.doesNotMatch(
        text,
        /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write/,
        file,
      );
    }
  });
});

/** Tables of the server that forms are made from. */
const TABLES = ['../src/domain/settings.ts'];

function fault(file: string, target: string, isType: boolean): string | null {
  if (target.startsWith('../src/')) {
    return isType || TABLES.includes(target) ? null : `${file} imports ${target}, and not only its types`;
  }
  const [from = '', fromPage] = file.split('/');
  const [to = '', toPage] = target.split('/');
  if (LAYERS.indexOf(to) > LAYERS.indexOf(from)) return `${file} imports ${target} of a higher layer`;
  const isOtherPage = from === 'pages' && to === 'pages' && fromPage !== toPage;
  return isOtherPage ? `${file} imports ${target} of another page` : null;
}
