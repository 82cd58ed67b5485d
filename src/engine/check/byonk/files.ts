/** Finds files, and keys in them, that have other names in byonk 0.19. */
import path from 'node:path';
import { statFile } from '../../../platform/files/files.ts';
import type { CheckFinding } from '../finding.ts';
import { LineCounter } from '../lua-tokens.ts';
import { FILES, ruleFinding } from './rules.ts';

/** What to change in the metadata of a screen. */
export function metaFindings(file: string, source: string): CheckFinding[] {
  const rule = FILES.get('byonk');
  const match = /^byonk[ \t]*:/m.exec(source);
  if (rule === undefined || match === null) return [];
  return [ruleFinding(rule, file, new LineCounter(source).positionOf(match.index))];
}

/** What to change at the top of a repo. */
export function repoFindings(root: string): CheckFinding[] {
  const rule = FILES.get('byonk-screens.yaml');
  if (rule === undefined || statFile(path.join(root, rule.there)) === undefined) return [];
  return [ruleFinding(rule, rule.there, null)];
}
