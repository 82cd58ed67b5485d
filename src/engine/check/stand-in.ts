/** Replaces the script of a screen by the `data` of its sample. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { OwnedFolder } from '../../platform/files/owned-folder.ts';
import { makeTempFolder } from '../../platform/files/temp-folders.ts';

/**
 * Make a folder that, put before the roots of a screen, hides its script behind one that returns `data`, by the rules
 * of `json_decode`. The caller removes it.
 */
export function makeStandIn(scriptFile: string, data: PlainValue): OwnedFolder {
  const folder = makeTempFolder('check-');
  const script = path.join(folder.path, scriptFile);
  mkdirSync(path.dirname(script), { recursive: true });
  writeFileSync(script, `return { data = json_decode(${quoteLua(JSON.stringify(data))}) }\n`);
  return folder;
}

/** A one-line text as a Lua string: in long brackets with one `=` more than follow any `]` in it. */
function quoteLua(text: string): string {
  const runs = [...text.matchAll(/\](=*)/g)].map(([, run = '']) => run.length);
  const level = '='.repeat(runs.reduce((longest, run) => Math.max(longest, run), 0) + 1);
  return `[${level}[${text}]${level}]`;
}
