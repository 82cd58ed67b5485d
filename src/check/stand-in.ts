/** Puts the `data` of a sample in the place of a screen's script. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlainValue } from '../base/plain.ts';

/**
 * Make a folder that, laid over the roots of a screen, hides its script behind one that returns `data`, by the rules
 * of `json_decode`. Whoever asks for it removes it.
 */
export function makeStandIn(scriptFile: string, data: PlainValue): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-check-'));
  const script = path.join(folder, scriptFile);
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
