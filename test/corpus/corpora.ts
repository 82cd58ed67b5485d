/** Drawings that nobody here made: icon themes and test suites of other projects, from Debian's packages. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { requireTool } from '../support/tools/tools.ts';

export interface Corpus {
  /** As it is named among the tools of the tests. */
  readonly name: string;
  /** How many of it a short run looks at. */
  readonly sample: number;
}

export const CORPORA: readonly Corpus[] = [
  { name: 'icons of KDE', sample: 200 },
  { name: 'drawings of librsvg', sample: 100 },
];

export interface Drawing {
  /** Below the folder of the corpus. */
  readonly name: string;
  readonly folder: string;
  readonly source: string;
}

/**
 * All drawings that differ, in the order of their names; `sample` of them, spread evenly, in a short run.
 * @throws {MissingToolError} the corpus is not installed
 */
export function drawingsOf(corpus: Corpus, isShort: boolean): readonly Drawing[] {
  const sources = new Set<string>();
  const all: Drawing[] = [];
  const root = requireTool(corpus.name);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.svg')).sort()) {
    const file = path.join(root, name);
    if (!statSync(file).isFile()) continue;
    const source = readFileSync(file, 'utf8');
    if (sources.has(source)) continue;
    sources.add(source);
    all.push({ name, folder: path.dirname(file), source });
  }
  const step = isShort ? all.length / corpus.sample : 1;
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}
