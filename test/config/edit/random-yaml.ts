/** Random YAML files with comments, and what they say. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isPlainObject, type PlainObject } from '../../../src/platform/base/plain.ts';
import { toPlain } from '../../../src/platform/yaml/node.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';

/** The map that a text says, read by the yaml package alone. */
export function readBack(text: string): PlainObject {
  const tree = parseYaml(text, { maxNodes: 100_000, maxDepth: 64 });
  assert.ok(tree.ok, tree.ok ? '' : `${JSON.stringify(tree.error)} in ${JSON.stringify(text)}`);
  const value = toPlain(tree.value.root);
  return isPlainObject(value) ? value : {};
}

/** How one value of a random file is written; `%` stands for a number that makes it unlike all others. */
const SCALARS = [
  'v%',
  '"q%"',
  "'s%'",
  '%',
  'true',
  'null',
  '"#f%"',
  '[a%, b]',
  '|\n&  text %\n&  more',
  '>-\n&  fold %',
  '!!str %',
];

const COMMENTS = ['', '', '', ' # c%', '   # c% : x'];

const MACS = ['"AA:BB:CC:DD:EE:0%"', "'AA:BB:CC:DD:EE:1%'", 'AA:BB:CC:DD:EE:2%', 'ABCDE-FGHJ%', 'DEFAULT'];

interface Choices {
  readonly seed: number;
  readonly eol: string;
  readonly step: number;
  readonly shared: boolean;
  readonly end: string;
}

/** A file of a few sections and devices. Every line has a number of its own, so that no two are alike. */
export const randomYaml: fc.Arbitrary<string> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 30 }),
    eol: fc.constantFrom('\n', '\n', '\r\n'),
    step: fc.constantFrom(2, 2, 4, 1, 3),
    shared: fc.boolean(),
    end: fc.constantFrom('', '', '# end\n', '...\n', '!'),
  })
  .map(write);

function write({ seed, eol, step, shared, end }: Choices): string {
  const file = new FileMaker(seed, step, shared);
  file.sections();
  const text = file.lines.map((line) => line + eol).join('');
  return end === '!' ? text.slice(0, -eol.length) : text + end.replace('\n', eol);
}

class FileMaker {
  readonly lines: string[] = [];
  private readonly step: number;
  private readonly shared: boolean;
  private state: number;
  private count = 0;

  constructor(seed: number, step: number, shared: boolean) {
    this.state = seed;
    this.step = step;
    this.shared = shared;
  }

  sections(): void {
    this.sometimes(3, '# head %');
    this.sometimes(4, '---');
    if (this.shared) this.put('base: &base {lat: %, lon: 2}');
    this.scalar('default_screen', 0);
    this.put(this.pick(['devices:', 'devices: # all %']));
    for (const key of MACS.slice(0, 1 + this.below(MACS.length))) this.device(key);
    this.sometimes(
      2,
      this.pick(['panels: {}', 'panels: {p: {k: %}}', 'panels: {\n  p: 1, # %\n  q: 2\n}', 'panels:']),
    );
    this.scalar('last', 0);
  }

  private device(key: string): void {
    this.sometimes(2, '# device %', 1);
    if (this.below(4) === 0) {
      this.put(`${key}: { screen: x%, params: {a: 1} }${this.pick(COMMENTS)}`, 1);
      return;
    }
    this.put(`${key}:${this.pick(COMMENTS)}`, 1);
    this.scalar('screen', 2);
    if (this.shared) this.sometimes(2, '<<: *base', 2);
    this.sometimes(2, 'name: x%', 2);
    if (this.shared && this.below(2) === 0) {
      this.put('params: *base', 2);
      return;
    }
    this.put('params:', 2);
    for (const name of ['a', 'b', 'c'].slice(0, 1 + this.below(3))) this.scalar(name, 3);
  }

  private scalar(key: string, level: number): void {
    const value = this.pick(SCALARS);
    this.put(`${key}: ${value}${value.includes('\n') ? '' : this.pick(COMMENTS)}`, level);
    this.sometimes(5, '# about %', level);
    this.sometimes(6, '');
  }

  private sometimes(every: number, line: string, level = 0): void {
    if (this.below(every) === 0) this.put(line, line === '' ? 0 : level);
  }

  private put(line: string, level = 0): void {
    this.count++;
    const margin = ' '.repeat(level * this.step);
    const text = margin + line.replaceAll('%', String(this.count)).replaceAll('&  ', `${margin}  `);
    this.lines.push(...text.split('\n'));
  }

  private pick(from: readonly string[]): string {
    return from[this.below(from.length)] ?? '';
  }

  private below(bound: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.state >> 8) % bound;
  }
}
