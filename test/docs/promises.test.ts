/** What the pages promise of limits and of what others cannot do: each promise names the tests that hold it, and they are there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

const SECURITY = read('SECURITY.md');
const OPERATIONS = read('docs/operations.md');

/** A list of promises, one an item. */
interface Promises {
  readonly of: string;
  readonly items: readonly string[];
  /** The page has at least so many. */
  readonly least: number;
}

const LISTS: readonly Promises[] = [
  { of: 'what strangers cannot do', items: cannot(0), least: 8 },
  { of: 'what authors cannot do', items: cannot(1), least: 7 },
  { of: 'how load is shared', items: itemsOf(section('## Load')), least: 5 },
  { of: 'which pictures are promised', items: itemsOf(section('### Promised pictures')), least: 8 },
  { of: 'how processes are confined', items: itemsOf(section('## Confined processes')), least: 7 },
];

function read(page: string): string {
  return readFileSync(path.join(PACKAGE_ROOT, page), 'utf8');
}

function cannot(list: number): readonly string[] {
  const lists = [...SECURITY.matchAll(/\*\*They cannot\*\*\n\n([\s\S]*?)\n\n\*\*They can\*\*/g)];
  return itemsOf(lists[list]?.[1] ?? '');
}

/** A chapter of the page for operators, to the next heading. */
function section(heading: string): string {
  const [, text = ''] = OPERATIONS.split(`\n${heading}\n`);
  return text.split(/\n#{2,3} /)[0] ?? '';
}

/** Items of a list: each ends at the next one, or at an empty line. */
function itemsOf(text: string): readonly string[] {
  return text.split(/^- /m).flatMap((item, at) => (at === 0 ? [] : [item.split('\n\n')[0] ?? '']));
}

describe('promises', () => {
  for (const { of, items, least } of LISTS) {
    it(`of ${of} are found`, () => {
      assert.ok(items.length >= least, `${items.length} items`);
    });
    for (const item of items) {
      it(`of ${of} name their tests: ${item.split(/[:;,]/)[0]?.replaceAll('\n', ' ')}`, () => {
        const [, names] = /<!-- tests: (.+?) -->/.exec(item) ?? [];
        assert.ok(names !== undefined, 'add <!-- tests: folder/name, … --> to its end');
        for (const name of names.split(', ')) {
          assert.ok(existsSync(path.join(PACKAGE_ROOT, 'test', `${name}.test.ts`)), `no test ${name}`);
        }
      });
    }
  }
});
