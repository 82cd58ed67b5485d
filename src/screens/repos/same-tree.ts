/** Compares two folders of files by content. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** True when both folders have the same files with the same bytes, and nothing else. */
export async function sameTree(one: string, other: string): Promise<boolean> {
  const names = await readdir(one, { recursive: true });
  const others = await readdir(other, { recursive: true });
  if (names.length !== others.length) return false;
  for (const name of names) {
    if (!(await sameFile(path.join(one, name), path.join(other, name)))) return false;
  }
  return true;
}

async function sameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = [await stat(one), await stat(other).catch(() => null)];
  if (b === null || a.isFile() !== b.isFile()) return false;
  if (!a.isFile()) return true;
  return a.size === b.size && (await readFile(one)).equals(await readFile(other));
}
