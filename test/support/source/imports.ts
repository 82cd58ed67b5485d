/** Reads what the files of a tree import, and the table of layers that holds them to an order. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What each file imports, by its path from the root: paths of files, and names of packages. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** As the formatter writes them; files of packages that are loaded otherwise count, too. */
const IMPORT =
  /^(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|(?:\bimport|\brequire\.resolve|\(import\.meta\.url\)\.resolve)\('([^']+)'\)/gm;

/** Read the TypeScript files of some folders. */
export function readImports(root: string, folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  );
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(path.join(root, file), 'utf8'))]));
}

function importsOf(file: string, source: string): readonly string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    if (name.startsWith('.')) return [path.posix.join(path.posix.dirname(file), name)];
    return name.startsWith('node:') ? [] : [packageOf(name)];
  });
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Rooms (folders, or single files) by their layer, and the rooms of each package that not everybody may use. */
export interface Layers {
  readonly rooms: ReadonlyMap<string, number>;
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

/** Read the tables of docs/architecture.md: rows `| 3 | `src/svg` | …` and `| `sharp` | `src/svg`, … |`. */
export function readLayers(page: string): Layers {
  const rooms = new Map<string, number>();
  const packages = new Map<string, readonly string[]>();
  for (const [, layer, names = ''] of page.matchAll(/^\| (\d+) \| ([^|]+) \|/gm)) {
    for (const name of namesIn(names)) rooms.set(name, Number(layer));
  }
  const table = /^\| package \| used in \|\n.*\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? '';
  for (const [, names = '', places = ''] of table.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)) {
    for (const name of namesIn(names)) packages.set(name, namesIn(places));
  }
  return { rooms, packages };
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}

/** The room of a file: its own row in the table, else that of its folder. */
export function roomOf(file: string, { rooms }: Layers): string | null {
  if (rooms.has(file)) return file;
  const [top = '', second = ''] = file.split('/');
  return [`${top}/${second}`, top].find((room) => rooms.has(room)) ?? null;
}

/** What breaks the rules, one sentence each: imports of the same layer or a higher one, packages elsewhere, cycles. */
export function violations(imports: Imports, layers: Layers): readonly string[] {
  const found: string[] = [];
  for (const [file, targets] of imports) {
    const room = roomOf(file, layers);
    if (room === null) found.push(`${file} lies in no room of the table`);
    for (const target of targets) {
      const problem = imports.has(target)
        ? arrowProblem(room, target, layers)
        : packageProblem(room, target, layers);
      if (problem !== null) found.push(`${file}: ${problem}`);
    }
  }
  return [...found, ...cycles(imports)];
}

function arrowProblem(room: string | null, target: string, layers: Layers): string | null {
  const to = roomOf(target, layers);
  if (room === null || to === null || room === to) return null;
  const [from = 0, above = 0] = [layers.rooms.get(room), layers.rooms.get(to)];
  return from > above ? null : `${room} (layer ${from}) may not import ${target} of layer ${above}`;
}

function packageProblem(room: string | null, name: string, { packages }: Layers): string | null {
  if (name.includes('/') && !name.startsWith('@')) return `imports ${name}, which is not there`;
  const allowed = packages.get(name);
  if (allowed === undefined) return `the package ${name} is not in the table`;
  const isAllowed = allowed.length === 0 || (room !== null && allowed.includes(room));
  return isAllowed ? null : `the package ${name} may be used only in ${allowed.join(', ')}`;
}

/** Every import that closes a circle. */
function cycles(imports: Imports): readonly string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const open: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const at = open.indexOf(file);
    if (at !== -1) {
      found.push(`cycle: ${[...open.slice(at), file].join(' → ')}`);
      return;
    }
    open.push(file);
    for (const target of imports.get(file) ?? []) if (imports.has(target)) visit(target);
    open.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return found;
}
