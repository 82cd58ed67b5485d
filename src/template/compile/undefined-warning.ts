/** Warns of names that lead to nothing where a value is printed or looped over: most are misspelt. */
import { nearest } from '../../base/nearest.ts';
import type { AstNode } from '../parse/ast.ts';
import { startOf } from '../parse/start.ts';
import type { Expression, Frame } from '../run/frame.ts';
import { memberNamed } from '../run/lookup.ts';
import type { Run } from '../run/run.ts';
import { isMap, type Value } from '../values.ts';
import type { UnitBuilder } from './unit.ts';

/** Filters that say what stands for a value that is missing. */
const FALLBACKS: ReadonlySet<string> = new Set(['default', 'd']);

const NO_WARNING = (): void => undefined;

/**
 * Prepare the warning for an expression whose value is undefined.
 * @param verb  what the template does with the value: `prints`, `loops over`
 */
export function compileNothing(node: AstNode, verb: string, unit: UnitBuilder): (frame: Frame) => void {
  const path = pathOf(node);
  const [root, ...members] = path ?? [];
  if (root === undefined) return NO_WARNING;
  const place = startOf(node);
  const locals = unit.locals().map(([name]) => name);
  const read = unit.read(root);
  return (frame) => {
    const { run } = frame;
    const found = firstMissing(frame, read, members);
    const shown = [root, ...members.slice(0, found.index)].join('.');
    const siblings = found.owner === null ? [...locals, ...frame.context.names()] : keysOf(found.owner);
    const close = nearest(found.index === 0 ? root : (members[found.index - 1] ?? ''), siblings);
    const meant =
      close === null
        ? ''
        : `: did you mean ${[root, ...members].slice(0, found.index).concat(close).join('.')}?`;
    const isPerhapsMeant = close === null && found.owner !== null && found.index === members.length;
    const hint = isPerhapsMeant ? ': if that may be, write | default(…)' : meant;
    run.warn(
      place,
      `${shown} is not set, so this ${verb} nothing${hint}`,
      isPerhapsMeant ? 'note' : undefined,
    );
  };
}

/** The names of `data.rows.first`, whatever filters stand behind it; null for any other expression. */
function pathOf(node: AstNode): readonly string[] | null {
  switch (node.typename) {
    case 'Symbol':
      return [node.value];
    case 'LookupVal': {
      const { target, val } = node;
      if (target === null || val?.typename !== 'Literal' || typeof val.value !== 'string') return null;
      const path = pathOf(target);
      return path === null ? null : [...path, val.value];
    }
    case 'Filter': {
      const [input] = node.args.children;
      return input === undefined || FALLBACKS.has(node.name.value) ? null : pathOf(input);
    }
    default:
      return null;
  }
}

interface Missing {
  /** How many members lead to what is not there: 0 for the name itself. */
  readonly index: number;
  /** What does not have it; null for the name itself. */
  readonly owner: Value;
}

function firstMissing(frame: Frame, read: Expression, members: readonly string[]): Missing {
  const { run } = frame;
  let owner: Value = read(frame);
  if (owner === undefined) return { index: 0, owner: null };
  for (const [index, name] of members.entries()) {
    const value = memberOf(owner, name, run);
    if (value === undefined) return { index: index + 1, owner };
    owner = value;
  }
  return { index: members.length, owner };
}

function memberOf(owner: Value, name: string, run: Run): Value {
  return owner === null ? undefined : memberNamed(owner, name, run);
}

/** Keys for a suggestion; of maps with very many none is looked for. */
const MAX_KEYS = 200;

function keysOf(owner: Value): readonly string[] {
  if (!isMap(owner)) return [];
  const keys = Object.keys(owner);
  return keys.length > MAX_KEYS ? [] : keys;
}
