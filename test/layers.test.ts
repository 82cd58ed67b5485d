/** Holds the imports of the source to the tables of docs/architecture.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../src/platform/base/version.ts';
import { type Imports, readImports, readLayers, violations } from './support/source/imports.ts';

const layers = readLayers(readFileSync(path.join(PACKAGE_ROOT, 'docs/architecture.md'), 'utf8'));
const imports = readImports(PACKAGE_ROOT, ['src', 'workers']);

/** The imports as they would be with one more. */
function withImport(file: string, target: string): Imports {
  assert.ok(imports.has(file), file);
  return new Map([...imports, [file, [...(imports.get(file) ?? []), target]]]);
}

describe('the layers of docs/architecture.md', () => {
  it('hold: every import leads downwards, packages are used where they may be, nothing goes in circles', () => {
    assert.ok(imports.size > 300 && layers.rooms.size > 20 && layers.packages.size > 15);
    assert.deepEqual(violations(imports, layers), []);
  });

  it('name only rooms that exist', () => {
    const files = [...imports.keys()];
    for (const room of layers.rooms.keys()) {
      assert.ok(
        files.some((file) => file === room || file.startsWith(`${room}/`)),
        room,
      );
    }
  });

  it('name only packages that are used', () => {
    const used = new Set([...imports.values()].flat());
    for (const name of layers.packages.keys()) assert.ok(used.has(name), name);
  });
});

describe('an import against the rules', () => {
  for (const [what, file, target, message] of [
    [
      'upwards',
      'src/platform/base/hash.ts',
      'src/domain/panel.ts',
      /src\/platform\/base \(layer 0\) may not import src\/domain\/panel\.ts/,
    ],
    [
      'to another folder of the same height',
      'src/pictures/fonts/font-book.ts',
      'src/pictures/isolation/confined-process.ts',
      /src\/pictures\/fonts .* may not import/,
    ],
    ['of a package in the wrong room', 'src/domain/panel.ts', 'sharp', /sharp may be used only in/],
    [
      'of a package that nobody has judged',
      'src/domain/panel.ts',
      'left-pad',
      /left-pad is not in the table/,
    ],
    ['of a file that is not there', 'src/domain/panel.ts', 'src/domain/nothing.ts', /which is not there/],
  ] as const) {
    it(`${what} is found`, () => {
      const found = violations(withImport(file, target), layers);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', message);
    });
  }

  it('that closes a circle is found', () => {
    const [[file, [target = ''] = []] = ['']] = [...imports].filter(([, targets]) =>
      targets.some((one) => imports.has(one)),
    );
    const found = violations(withImport(target, file), layers);
    assert.ok(
      found.some((sentence) => sentence.startsWith('cycle: ')),
      String(found),
    );
  });
});
