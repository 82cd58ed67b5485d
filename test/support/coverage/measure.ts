/**
 * Lines and branches of the source that ran, from what V8 counts: with `NODE_V8_COVERAGE` every process writes its counts
 * into a folder when it ends; a process that is killed writes none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A part of a script, by offsets of characters, and how often it ran. */
interface CountedRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** One script of one process. The first range of a function is its whole body, the others are the blocks within. */
interface ScriptCounts {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly CountedRange[] }[];
}

export interface FileCoverage {
  /** Path below the folder of the sources. */
  readonly file: string;
  /** True when some process loaded it. */
  readonly loaded: boolean;
  /** Lines that hold code, by whether they ran, in their order. */
  readonly lines: ReadonlyMap<number, boolean>;
  /** Functions and blocks, by whether they ran. A block that always runs as often as what surrounds it is none. */
  readonly branches: readonly boolean[];
}

export interface CoverageFolders {
  /** What the processes wrote. */
  readonly counts: string;
  /** TypeScript. */
  readonly sources: string;
  /** JavaScript with source maps, in the same tree. */
  readonly compiled: string;
}

/** What is known of a compiled file: which characters ran in any process, and all branches that any process saw. */
class CompiledFile {
  readonly text: string;
  readonly #ran: Uint8Array;
  readonly #branches = new Map<string, CountedRange>();
  loaded = false;

  constructor(text: string) {
    this.text = text;
    this.#ran = new Uint8Array(text.length);
  }

  add({ functions }: ScriptCounts): void {
    this.loaded = true;
    const ranInProcess = new Uint8Array(this.text.length);
    // Outer ranges come first: inner ones take back what was said of their part.
    for (const range of functions.flatMap(({ ranges }) => ranges)) {
      ranInProcess.fill(range.count > 0 ? 1 : 0, range.startOffset, range.endOffset);
      this.#branches.set(`${range.startOffset} ${range.endOffset}`, range);
    }
    ranInProcess.forEach((ran, at) => {
      if (ran === 1) this.#ran[at] = 1;
    });
  }

  ran(start: number, end: number): boolean {
    return this.#ran.subarray(start, end).includes(1);
  }

  branches(): readonly boolean[] {
    return [...this.#branches.values()].map(({ startOffset, endOffset }) => this.ran(startOffset, endOffset));
  }
}

/** Comments, brackets that close and what stands for a file of types only. */
const NO_CODE = /^(?:$|\/\/|\/\*|\*(?:\s|\/|$)|[\])}>;,]+$|export \{\};$|#!)/;

function linesOf(compiled: CompiledFile, map: SourceMap): ReadonlyMap<number, boolean> {
  const lines = new Map<number, boolean>();
  let start = 0;
  for (const [index, line] of compiled.text.split('\n').entries()) {
    const indent = line.length - line.trimStart().length;
    const origin = map.findEntry(index, indent);
    if (!NO_CODE.test(line.trim()) && 'originalLine' in origin) {
      const number = origin.originalLine + 1;
      const ran = compiled.ran(start + indent, start + line.length);
      lines.set(number, ran || lines.get(number) === true);
    }
    start += line.length + 1;
  }
  return lines;
}

/** The counts of one process after another: those of a whole suite take gigabytes. */
function* readCounts(folder: string): Generator<readonly ScriptCounts[]> {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    yield JSON.parse(readFileSync(path.join(folder, name), 'utf8')).result;
  }
}

/**
 * Coverage of every file of the sources, the unused ones, too.
 * @throws {Error} a source has no compiled file
 */
export function measureCoverage({ counts, sources, compiled }: CoverageFolders): readonly FileCoverage[] {
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort();
  const files = new Map<string, CompiledFile>();
  for (const name of names) {
    const file = path.join(compiled, name.replace(/\.ts$/, '.js'));
    if (!existsSync(file)) throw new Error(`${name} is not compiled: there is no ${file}`);
    files.set(pathToFileURL(file).href, new CompiledFile(readFileSync(file, 'utf8')));
  }
  for (const scripts of readCounts(counts)) {
    for (const script of scripts) files.get(script.url)?.add(script);
  }
  return [...files.values()].map((file, index) => {
    const name = names[index] ?? '';
    const map = path.join(compiled, name.replace(/\.ts$/, '.js.map'));
    return {
      file: name,
      loaded: file.loaded,
      lines: linesOf(file, new SourceMap(JSON.parse(readFileSync(map, 'utf8')))),
      branches: file.branches(),
    };
  });
}
