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
