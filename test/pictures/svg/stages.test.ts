/** The stages of the SVG pass import downwards, in the order of the table in `docs/design/svg.md`. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';

const FOLDER = path.join(PACKAGE_ROOT, 'src/pictures/svg');

/** The stages as the docs list them, lowest first. */
function documentedStages(): readonly string[] {
  const docs = readFileSync(path.join(PACKAGE_ROOT, 'docs/design/svg.md'), 'utf8');
  return [...docs.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, stage = '']) => stage);
}

/** Stages, and the doors of the whole pass, that the files of a stage import from. */
function importsOf(stage: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(path.join(FOLDER, stage))) {
    const source = readFileSync(path.join(FOLDER, stage, file), 'utf8');
    for (const [, address = ''] of source.matchAll(/from '\.\.\/(?!\.)([^'/]+)/g)) found.set(address, file);
  }
  return found;
}

test('every folder of the pass is a stage in the docs', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual([...documentedStages()].sort(), folders.map(({ name }) => name).sort());
});

test('a stage imports only from stages before it', () => {
  const stages = documentedStages();
  const upwards = stages.flatMap((stage, at) =>
    [...importsOf(stage)]
      .filter(([target]) => !stages.slice(0, at).includes(target))
      .map(([target, file]) => `${stage}/${file} imports from ${target}`),
  );
  assert.deepEqual(upwards, []);
});
