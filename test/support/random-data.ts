/** Plain data of every shape, the same in each run. */
import type { PlainValue } from '../../src/platform/base/plain.ts';

const NAMES = [
  'a',
  'b',
  '__proto__',
  'constructor',
  '',
  '0',
  '12',
  'é',
  '日本',
  'a b',
  'x"y',
  '\\',
  '\u2028',
];
const TEXTS = [
  '',
  'x',
  '"',
  '\\',
  '\\\\"',
  '\n\t',
  '\ud83d\ude00',
  '\ud83d',
  '\u202e',
  '日本語',
  '❤️',
  '[,]{}',
  ' ',
];
const NUMBERS = [0, -0, 1, -1, 1.5, 1e300, 2 ** 53, -5e-324];

/** @param random  whole numbers from 0 to below its argument */
export function randomData(random: (below: number) => number, depth: number): PlainValue {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  switch (random(depth > 0 ? 9 : 5)) {
    case 0:
      return pick([null, true, false]);
    case 1:
      return pick(NUMBERS);
    case 2:
      return pick(TEXTS);
    case 3:
      return pick(TEXTS).repeat(random(40));
    case 4:
      return random(1_000_000);
    case 5:
    case 6:
      return Array.from({ length: random(6) }, () => randomData(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random(6) }, () => [
          pick(NAMES) + (random(2) === 0 ? '' : random(100)),
          randomData(random, depth - 1),
        ]),
      );
  }
}

/** Data that take many pieces: long lists, long maps, long texts, one in the other. */
export function largeData(random: (below: number) => number): PlainValue {
  const some = (): PlainValue => randomData(random, 3);
  const long = 30_000 + random(80_000);
  switch (random(6)) {
    case 0:
      return Array.from({ length: 6_000 }, some);
    case 1:
      return Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`${at}k`, some()]));
    case 2:
      return ['x', '\\"', '\\', '日', '\ud83d\ude00', '\n'][random(6)]?.repeat(long) ?? '';
    case 3:
      return {
        before: some(),
        long: ['\\\\"é'.repeat(long), some()],
        __proto: [[[some(), 'x'.repeat(long)]]],
        after: some(),
      };
    case 4:
      return Array.from({ length: long }, () => (random(2) === 0 ? [] : {}));
    default:
      return [
        [[['a'.repeat(long)]], { k: { l: Array.from({ length: 4_000 }, some) } }],
        some(),
        'b'.repeat(long),
      ];
  }
}
