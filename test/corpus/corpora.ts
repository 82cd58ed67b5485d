/** Drawings that nobody here made: icon themes and test suites of other projects, from Debian's packages. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface Corpus {
  /** The package that brings it. */
  readonly name: string;
  readonly folder: string;
  /** How many of it a short run looks at. */
  readonly sample: number;
}

export const CORPORA: readonly Corpus[] = [
  { name: 'breeze-icon-theme', folder: '/usr/share/icons/breeze', sample: 200 },
  { name: 'librsvg2-tests', folder: '/usr/libexec/installed-tests/RSVG/fixtures', sample: 100 },
];

export interface Drawing {
  /** Below the folder of the corpus. */
  readonly name: string;
  readonly folder: string;
  readonly source: string;
}

export function isInstalled({ folder }: Corpus): boolean {
  return existsSync(folder);
}

/** All drawings that differ, in the order of their names; `sample` of them, spread evenly, in a short run. */
export function drawingsOf(corpus: Corpus, isShort: boolean): readonly Drawing[] {
  const sources = new Set<string>();
  const all: Drawing[] = [];
  const names = readdirSync(corpus.folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.svg')).sort()) {
    const file = path.join(corpus.folder, name);
    if (!statSync(file).isFile()) continue;
    const source = readFileSync(file, 'utf8');
    if (sources.has(source)) continue;
    sources.add(source);
    all.push({ name, folder: path.dirname(file), source });
  }
  const step = isShort ? all.length / corpus.sample : 1;
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}
