import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { TEMPLATE_FILTERS } from '../../../../src/screens/template/filters/registry.ts';
import { TESTS } from '../../../../src/screens/template/tests.ts';
import { output } from '../render.ts';
import { JUDGED_DATA, type JudgedCase } from './case.ts';
import { LIST_CASES } from './list.ts';
import { NUMBER_CASES } from './number.ts';
import { SYNTAX_CASES } from './syntax.ts';
import { TEXT_CASES } from './text.ts';
import { TIME_CASES } from './time.ts';

/** The tests run from the output folder, which lies beside the documents. */
const root = path.join(import.meta.dirname, '..', '..', '..', '..', '..');
const guide = readFileSync(path.join(root, 'docs', 'templates.md'), 'utf8').replaceAll('\\|', '|');

const TABLES: Readonly<Record<string, readonly JudgedCase[]>> = {
  syntax: SYNTAX_CASES,
  text: TEXT_CASES,
  numbers: NUMBER_CASES,
  lists: LIST_CASES,
  times: TIME_CASES,
};

describe('templates that Jinja2 and Tera were run with', () => {
  for (const [name, cases] of Object.entries(TABLES)) {
    it(`print the output in the table of ${name}`, () => {
      for (const [source, expected] of cases) assert.equal(output(source, JUDGED_DATA), expected, source);
    });
  }

  it('use all filters and tests apart from those of Stipple itself', () => {
    const own = 'pad_start pad_end keys values dump format_time null divisible_by empty truthy falsy'.split(
      ' ',
    );
    const sources = Object.values(TABLES)
      .flat()
      .map(([source]) => source)
      .join('\n');
    const isUsed = (name: string): boolean => new RegExp(`(?:\\||is|is not) *${name}\\b`).test(sources);
    const unused = [...TEMPLATE_FILTERS.keys(), ...TESTS.keys()].filter((name) => !isUsed(name));
    assert.deepEqual(unused, own);
  });

  it('print the same there, or the guide has the reason', () => {
    for (const [source, , agree, why] of Object.values(TABLES).flat()) {
      assert.ok(agree !== '-' || why !== undefined, source);
      assert.ok(
        why === undefined || guide.includes(why),
        `docs/templates.md does not say "${why}": ${source}`,
      );
    }
  });
});
