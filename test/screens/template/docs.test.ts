import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { describeFailure } from '../../../src/platform/base/failure.ts';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { TEMPLATE_FILTERS } from '../../../src/screens/template/filters/registry.ts';
import { FUNCTIONS } from '../../../src/screens/template/functions.ts';
import { TESTS } from '../../../src/screens/template/tests.ts';
import { failure, output } from './render.ts';

/** The tests run from the output folder, which lies beside the documents. */
const root = path.join(import.meta.dirname, '..', '..', '..', '..');
const guide = readFileSync(path.join(root, 'docs', 'templates.md'), 'utf8');

interface Fence {
  readonly kind: string;
  readonly text: string;
}

const fences: readonly Fence[] = [...guide.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, kind = '', name = '', text = '']) => ({
    kind: name === '' ? kind : `${kind} ${name}`,
    text: text.replace(/\n$/, ''),
  }),
);
const data = JSON.parse(fences.find(({ kind }) => kind === 'json')?.text ?? '') as PlainObject;
const files = Object.fromEntries(
  fences.flatMap(({ kind, text }) => (kind.startsWith('file ') ? [[kind.slice(5), text] as const] : [])),
);

/** Cells of all table rows below a heading, up to the next heading of the same or a higher level. */
function rowsOf(heading: string): string[][] {
  const [, rest = ''] = guide.split(`\n## ${heading}\n`);
  const [section = ''] = rest.split(/\n## /);
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('|---'));
  return rows.map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim()));
}

/** Names in the first cell of every row: `name(…)` in backticks. */
function namesIn(heading: string): string[] {
  return rowsOf(heading).flatMap(([, first = '']) =>
    [...first.matchAll(/`(\w+)(?:\([^`]*\))?`/g)].map(([, name = '']) => name),
  );
}

describe('docs/templates.md', () => {
  it('has examples that give what they say', () => {
    let checked = 0;
    for (const [index, { kind, text }] of fences.entries()) {
      const next = fences[index + 1];
      if (kind !== 'svg') continue;
      if (next?.kind === 'error') assert.equal(describeFailure(failure(text, data, files)), next.text);
      else assert.equal(output(text, data, files), next?.text);
      checked += 1;
    }
    assert.ok(checked >= 15, `only ${checked} examples found`);
  });

  it('has tables whose examples give what they say', () => {
    let checked = 0;
    for (const row of [...rowsOf('Filters'), ...rowsOf('Functions')]) {
      const [, source, expected] = /^`(\{.*)` → `(.*)`$/.exec(row[3] ?? '') ?? [];
      if (source === undefined) continue;
      assert.equal(output(source, data).trim(), expected, source);
      checked += 1;
    }
    assert.ok(checked >= 40, `only ${checked} examples found`);
  });

  it('lists all filters, tests and functions, and no others', () => {
    assert.deepEqual(new Set(namesIn('Filters')), new Set(TEMPLATE_FILTERS.keys()));
    assert.deepEqual(new Set(namesIn('Tests')), new Set(TESTS.keys()));
    assert.deepEqual(new Set(namesIn('Functions')), new Set(FUNCTIONS.keys()));
  });
});
