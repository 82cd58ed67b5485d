/** A web console as the build makes it, of a few lines. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SCRIPT = 'main-ABCD1234.js';
export const STYLE = 'main-EFGH5678.css';
export const ICON = 'icon-IJKL9012.svg';

/** What the files hold. */
export const CONTENTS: Readonly<Record<string, string>> = {
  [SCRIPT]: `${'// a line that is often repeated\n'.repeat(40)}document.title = 'Console';\n`,
  [STYLE]: `${'/* another one */\n'.repeat(40)}#console { min-height: 2px; }\n`,
  [ICON]: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>',
};

const TYPES: Readonly<Record<string, string>> = {
  [SCRIPT]: 'text/javascript; charset=utf-8',
  [STYLE]: 'text/css; charset=utf-8',
  [ICON]: 'image/svg+xml',
};

export interface ConsoleFolder {
  readonly dir: string;
  remove(): void;
}

/** Write a console. The icon has no compressed forms. Remove it in the test's `after`. */
export function writeConsole(): ConsoleFolder {
  const dir = mkdtempSync(path.join(tmpdir(), 'stipple-console-'));
  const folder = path.join(dir, 'files');
  mkdirSync(folder);
  const files: Record<string, object> = {};
  for (const [name, text] of Object.entries(CONTENTS)) {
    const bytes = Buffer.from(text);
    writeFileSync(path.join(folder, name), bytes);
    files[name] = { type: TYPES[name], bytes: bytes.length };
    if (name === ICON) continue;
    const [br, gzip] = [brotliCompressSync(bytes), gzipSync(bytes)];
    writeFileSync(path.join(folder, `${name}.br`), br);
    writeFileSync(path.join(folder, `${name}.gz`), gzip);
    files[name] = { type: TYPES[name], bytes: bytes.length, br: br.length, gzip: gzip.length };
  }
  writeFileSync(path.join(dir, 'secret.txt'), 'not served');
  writeFileSync(
    path.join(dir, 'manifest.json'),
    JSON.stringify({ page: { script: SCRIPT, style: STYLE }, files }),
  );
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
