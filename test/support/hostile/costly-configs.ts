/** Configs that are made to cost much, each by another part of the reader; some are good, some are refused. */
import { randomNumbers } from '../random.ts';

export interface CostlyConfig {
  readonly name: string;
  readonly text: string;
  /** False where it is refused. */
  readonly isGood: boolean;
}

/** The address of a device of these configs. */
export function costlyMac(at: number): string {
  return (at.toString(16).toUpperCase().padStart(12, '0').match(/../g) ?? []).join(':');
}

function devices(count: number, entry: (at: number) => string): string {
  const lines = Array.from({ length: count }, (_, at) => `  "${costlyMac(at)}": ${entry(at)}\n`);
  return `devices:\n${lines.join('')}`;
}

/** Parts of the grammar of YAML; each by itself or a few together are repeated. */
const PIECES = [
  '[],',
  '{a: 1},',
  '[',
  ',',
  '"x",',
  "'",
  '- ',
  '? ',
  ': ',
  '&a ',
  '*a ',
  '!x ',
  '|\n',
  '#\n',
  '\\',
  '日',
];

/** Further ones, of the grammar. @param count  how many */
export function generatedConfigs(seed: number, count: number): readonly CostlyConfig[] {
  const random = randomNumbers(seed);
  const some = (): string => PIECES[random(PIECES.length)] ?? '';
  return Array.from({ length: count }, () => {
    const unit = some() + (random(2) === 0 ? '' : some() + some());
    const head = ['x: [', 'devices:\n  a: ', 'x: {k: "'][random(3)] ?? '';
    const text = head + unit.repeat(Math.ceil((100_000 + random(300_000)) / unit.length));
    return { name: `${JSON.stringify(unit)} again and again`, text, isGood: false };
  });
}

export const COSTLY_CONFIGS: readonly CostlyConfig[] = [
  { name: '20 000 empty lists', text: `x: [${'[],'.repeat(20_000)}]\n`, isGood: true },
  {
    name: 'merge keys in 2 000 devices',
    text: `base: &b { screen: plain, refresh: 60 }\n${devices(2_000, (at) => `{ <<: *b, name: D${at} }`)}`,
    isGood: true,
  },
  {
    name: '10 000 devices',
    text: devices(
      10_000,
      (at) => `\n    screen: plain\n    name: D${at}\n    params: { city: C${at}, days: ${at} }`,
    ),
    isGood: true,
  },
  {
    name: 'two mistakes in each of 3 000 devices',
    text: devices(3_000, () => `\n    screen: no/such\n    refrsh: 3`),
    isGood: true,
  },
  {
    name: 'unknown keys',
    text: Array.from({ length: 10_000 }, (_, at) => `k${at}: 1\n`).join(''),
    isGood: true,
  },
  { name: 'a text of 4 MiB', text: `x: "${'é'.repeat(2 * 1024 * 1024)}"\n`, isGood: true },
  {
    name: 'aliases of one long map',
    text: `x: &a {${Array.from({ length: 4_000 }, (_, at) => `k${at}: 1`).join(', ')}}\ny: [${'*a,'.repeat(120)}]\n`,
    isGood: true,
  },
  { name: 'commas', text: `x: [${','.repeat(500_000)}]\n`, isGood: false },
  { name: 'brackets', text: `x: ${'['.repeat(500_000)}\n`, isGood: false },
];
