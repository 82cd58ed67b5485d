/** Where the benches write, and where the package lies. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Write a line for whoever runs the bench. */
export function writeLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The folder of the package: the nearest one above this file with a package.json. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

/** Rows of cells as text, columns aligned, the first to the left and the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  const pad = (cell: string, i: number): string =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
