/** Finds what byonk 0.19 does differently in files: their names, keys in them, and templates. */
import path from 'node:path';
import { byPosition } from '../../../platform/base/position.ts';
import { statFile } from '../../../platform/files/files.ts';
import { type TemplateUse, usesIn } from '../../../screens/template/uses.ts';
import type { CheckFinding } from '../finding.ts';
import { LineCounter } from '../lua-tokens.ts';
import { FILES, type Rule, ruleFinding, TEMPLATE } from './rules.ts';

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

/** Names outside of tags, or in texts. */
const WRITTEN = /data-byonk-tone|["']byonk-base-v\d+\//g;

/** Everything to change in a template, in its order. */
export function templateFindings(file: string, source: string): CheckFinding[] {
  const lines = new LineCounter(source);
  const written = [...source.matchAll(WRITTEN)].map((match) => ({
    rule: TEMPLATE.get(match[0] === 'data-byonk-tone' ? match[0] : 'byonk-base-v1/'),
    ...lines.positionOf(match.index),
  }));
  const used = usesIn(source).map((use) => ({ rule: ruleOf(use), line: use.line, column: use.column }));
  return [...written, ...used]
    .toSorted(byPosition)
    .flatMap(({ rule, ...position }) => (rule === undefined ? [] : [ruleFinding(rule, file, position)]));
}

function ruleOf({ name, named }: TemplateUse): Rule | undefined {
  if (name === 'format_time' && named.some((given) => given === 'timezone' || given === 'zone'))
    return undefined;
  return TEMPLATE.get(name);
}
