/** Finds files that byonk 0.19 names otherwise, and keys in them. */
import path from 'node:path';
import { statFile } from '../../files/files.ts';
import type { Finding } from '../finding.ts';
import { LineCounter } from '../lua-tokens.ts';
import { FILES, ruleFinding } from './rules.ts';

/** What is to be changed in the metadata of a screen. */
export function metaFindings(file: string, source: string): Finding[] {
  const rule = FILES.get('byonk');
  const match = /^byonk[ \t]*:/m.exec(source);
  if (rule === undefined || match === null) return [];
  return [ruleFinding(rule, file, new LineCounter(source).positionOf(match.index))];
}

/** What is to be changed at the top of a repo. */
export function repoFindings(root: string): Finding[] {
  const rule = FILES.get('byonk-screens.yaml');
  if (rule === undefined || statFile(path.join(root, rule.there)) === undefined) return [];
  return [ruleFinding(rule, rule.there, null)];
}
