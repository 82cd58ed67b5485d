/**
 * Programs and files of other projects that tests use. Each is asked for where it is started, so that a test without its
 * tool ends with `MissingToolError`, and the runner (`test/run.ts`) counts it as skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';

interface Tool {
  /** The package of Debian that brings it. */
  readonly package: string;
  /** Found by its name on the PATH. */
  readonly program?: string;
  readonly folder?: string;
}

/** Every tool by its name. `scripts/missing-tools.mjs` reads the same file for the gate. */
export const TOOLS: Readonly<Record<string, Tool>> = JSON.parse(
  readFileSync(path.join(PACKAGE_ROOT, 'test/tools.json'), 'utf8'),
);

/** Servers are often outside the PATH of a user. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];

/** What the error of a missing tool has as its `code`, also in the process of the runner. */
export const MISSING_TOOL = 'ERR_MISSING_TOOL';

export class MissingToolError extends Error {
  readonly code = MISSING_TOOL;
  readonly tool: string;

  constructor(tool: string) {
    super(`this test needs ${tool}; on Debian: ${installCommand([tool])}`);
    this.tool = tool;
  }
}

/** The file of a program, or a folder; null where it is not installed. */
export function findTool(name: string): string | null {
  const tool = TOOLS[name];
  if (tool === undefined) throw new Error(`no tool ${name} in test/tools.json`);
  const { program, folder } = tool;
  const places = program === undefined ? [folder ?? ''] : FOLDERS.map((at) => path.join(at, program));
  return places.find((at) => existsSync(at)) ?? null;
}

/**
 * The file of a program, or a folder, that a test cannot do without.
 * @throws {MissingToolError} it is not installed
 */
export function requireTool(name: string): string {
  const found = findTool(name);
  if (found === null) throw new MissingToolError(name);
  return found;
}

/** The one line that installs tools. */
export function installCommand(names: Iterable<string>): string {
  const packages = new Set([...names].map((name) => TOOLS[name]?.package ?? name));
  return `sudo apt-get install -y --no-install-recommends ${[...packages].sort().join(' ')}`;
}
