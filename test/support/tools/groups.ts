/**
 * Runs several test files in one process. A process of its own costs each file what it imports, up to a second for those
 * that start a server, and runs all of it before it is warm.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files that end together, so that none waits long for one processor. */
const MOST_TOGETHER = 10;

/** Who measures its process or changes it has one of its own. */
const OWN_PROCESS = /\bprocess\.(?:(?:chdir|cpuUsage|memoryUsage|on|pid)\b|env\['\w+'\] = )/;

export interface GroupOptions {
  /** Where the programs of the groups are written for the time of the run. */
  readonly folder: string;
  /** For one file. */
  readonly timeoutMs: number;
  /** How many groups there are to be at least: fewer leave processors idle. */
  readonly fewest: number;
}

export interface Groups {
  readonly files: readonly string[];
  /** For a group. */
  readonly timeoutMs: number;
  remove(): void;
}

/**
 * Put neighbours together. Each file is a suite of its own, so that its hooks are those of its tests alone, and they run
 * one after the other.
 */
export function groupFiles(files: readonly string[], options: GroupOptions): Groups {
  const folder = mkdtempSync(path.join(options.folder, 'groups-'));
  const alone = files.filter((file) => OWN_PROCESS.test(readFileSync(file, 'utf8')));
  const others = files.filter((file) => !alone.includes(file));
  const together = Math.max(1, Math.min(MOST_TOGETHER, Math.floor(others.length / options.fewest)));
  const programs: string[] = [];
  for (let begin = 0; begin < others.length; begin += together) {
    const some = others.slice(begin, begin + together);
    const program = path.join(folder, `${programs.length}.js`);
    writeFileSync(program, programOf(some, options.timeoutMs));
    programs.push(some.length === 1 ? (some[0] as string) : program);
  }
  return {
    files: [...programs, ...alone],
    // Groups end within minutes. One that hangs must not hold up the run for as long as all its files might.
    timeoutMs: options.timeoutMs * Math.min(together, 2),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function programOf(files: readonly string[], timeout: number): string {
  const suites = files.map((file) => {
    const url = pathToFileURL(file).href;
    const name = path.relative(path.join(import.meta.dirname, '../..'), file);
    return `describe(${JSON.stringify(name)}, { timeout: ${timeout} }, () => import(${JSON.stringify(url)}));\n`;
  });
  return `import { describe } from 'node:test';\n${suites.join('')}`;
}
