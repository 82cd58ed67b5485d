/** Temporary folders for tests that need real files. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

/** Make a folder with files by their relative path; it is removed after the test. */
export function tempTree(t: TestContext, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'stipple-tree-')));
  t.after(() => {
    // A server that works in it is stopped later, where the test has started it later: it may write meanwhile. An error here
    // would leave that server running.
    if (!remove(folder)) process.once('exit', () => remove(folder));
  });
  addFiles(folder, files);
  return folder;
}

/** Remove a folder. @returns false while something is written into it */
function remove(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    return true;
  } catch {
    return false;
  }
}

/** Write files by their path relative to a folder; folders on the way are made. */
export function addFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
