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

/** Rooms and the folders in them, each with its height, and the rooms of each package that not everybody may use. */
export interface Layers {
  readonly rooms: ReadonlyMap<string, number>;
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

/**
 * Read the tables of docs/architecture.md: rows `| `src/pictures` | `fonts`, `isolation` → `svg` | …`, the lowest room
 * first, with those of its folders that have an order, and `| `sharp` | `src/pictures/svg`, … |`. What a room holds
 * beside these folders stands above them.
 */
export function readLayers(page: string): Layers {
  const rooms = new Map<string, number>();
  const packages = new Map<string, readonly string[]>();
  let height = 0;
  for (const [room = '', folders = ''] of rowsOf(page, 'room')) {
    const [name = ''] = namesIn(room);
    for (const group of folders.includes('`') ? folders.split('→') : []) {
      for (const folder of namesIn(group)) rooms.set(`${name}/${folder}`, height);
      height++;
    }
    rooms.set(name, height++);
  }
  for (const [names = '', places = ''] of rowsOf(page, 'package')) {
    for (const name of namesIn(names)) packages.set(name, namesIn(places));
  }
  return { rooms, packages };
}

/** The cells of each row of the table whose first column has this heading. */
function rowsOf(page: string, heading: string): readonly (readonly string[])[] {
  const table = new RegExp(`^\\| ${heading} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(page)?.[1] ?? '';
  return table
    .trimEnd()
    .split('\n')
    .map((row) => row.split('|').slice(1, -1));
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}

/** The room of a file, or the folder in it that has a height of its own. */
export function roomOf(file: string, { rooms }: Layers): string | null {
  const parts = file.split('/');
  for (let count = parts.length - 1; count > 0; count--) {
    const folder = parts.slice(0, count).join('/');
    if (rooms.has(folder)) return folder;
  }
  return null;
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
  const isAllowed =
    allowed.length === 0 || allowed.some((place) => room === place || room?.startsWith(`${place}/`));
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
