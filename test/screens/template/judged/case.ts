import type { PlainObject } from '../../../../src/platform/base/plain.ts';

/**
 * Templates, their output here, and which of Jinja2 3.1.6 (J) and Tera 1.20.1 (T) print the same when they are run with the same
 * data; `-` for neither. Spellings of one value are the same: `True` and `true`, `2.0` and `2`, lists with and without
 * spaces, `&quot;` and `&#34;`. An engine that refuses the template does not count.
 */
export type JudgedCase = readonly [
  source: string,
  output: string,
  agree: 'JT' | 'J' | 'T' | '-',
  /** Words of docs/templates.md with the reason why another engine prints something else. */
  why?: string,
];

/** What the templates see as `data`. */
export const JUDGED_DATA: PlainObject = {
  s: 'hello wORLD',
  n: 7,
  f: 2.5,
  neg: -3.7,
  zero: 0,
  yes: true,
  no: false,
  nil: null,
  empty: '',
  el: [],
  em: {},
  num: '42',
  fnum: '3.7',
  neg_s: '-8',
  uni: 'Zürich über ß ŉ ﬁ',
  list: [3, 1, 2],
  words: ['b', 'A', 'c', 'a', 'B'],
  nums: [10, 9, 1, 2.5],
  strnums: ['10', '9', '1'],
  rows: [
    { n: 3, name: 'c' },
    { n: 1, name: 'B' },
    { n: 2, name: 'a' },
  ],
  people: [
    { name: 'c', age: 2 },
    { name: 'B', age: 1 },
    { name: 'a', age: 2 },
  ],
  map: { b: 2, A: 1, c: 3 },
  nested: [
    [2, 'x'],
    [1, 'y'],
  ],
  html: '<b>a & b</b>',
  emoji: 'a👍🏽b',
};
