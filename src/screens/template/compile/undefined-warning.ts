/** Warns of names without a value where the template prints them or loops over them: most are misspelt. */

import { nearest } from '../../../platform/base/nearest.ts';
import { type AstNode, startOf } from '../parse/ast.ts';
import type { Expression, Frame } from '../run/frame.ts';
import { memberNamed } from '../run/lookup.ts';
import { isMap, type Value } from '../values.ts';
import type { UnitBuilder } from './unit.ts';

/** Filters that replace a missing value. */
const FALLBACKS: ReadonlySet<string> = new Set(['default', 'd']);

/** What the script has returned. */
const DATA = 'data';

const NO_WARNING = (): void => undefined;

/**
 * Prepare the warning for an expression whose value is undefined.
 * @param verb  what the template does with the value: `prints`, `loops over`
 */
export function compileUndefinedWarning(
  node: AstNode,
  verb: string,
  unit: UnitBuilder,
): (frame: Frame) => void {
  const path = pathOf(node);
  const [root] = path;
  if (root === undefined) return NO_WARNING;
  const place = startOf(node);
  const locals = unit.locals().map(([name]) => name);
  const read = unit.read(root);
  const readData = unit.read(DATA);
  return (frame) => {
    const missing = firstMissing(frame, read, path);
    if (missing === null) return;
    const { index, owner } = missing;
    const returned = readData(frame);
    const isReturned = index === 0 && isMap(returned) && Object.hasOwn(returned, root);
    const known = index === 0 ? [...locals, ...frame.context.names()] : keysOf(owner);
    const close = closeName(path[index] ?? '', known);
    const message = `${path.slice(0, index + 1).join('.')} is not set, so this ${verb} nothing`;
    // A missing member at the end of a path is often left out on purpose.
    const isOptional = close === null && index > 0 && index === path.length - 1;
    if (isReturned) frame.run.warn(place, `${message}: did you mean ${[DATA, ...path].join('.')}?`);
    else if (isOptional) frame.run.warn(place, `${message}: if that may be, write | default(…)`, 'note');
    else if (close === null) frame.run.warn(place, message);
    else frame.run.warn(place, `${message}: did you mean ${[...path.slice(0, index), close].join('.')}?`);
  };
}

/** The names of `data.rows.first`, whatever filters stand behind it; none for any other expression. */
function pathOf(node: AstNode): readonly string[] {
  switch (node.typename) {
    case 'Symbol':
      return [node.value];
    case 'LookupVal': {
      const { target, val } = node;
      if (target === null || val?.typename !== 'Literal' || typeof val.value !== 'string') return [];
      const path = pathOf(target);
      return path.length === 0 ? [] : [...path, val.value];
    }
    case 'Filter': {
      const [input] = node.args.children;
      return input === undefined || FALLBACKS.has(node.name.value) ? [] : pathOf(input);
    }
    default:
      return [];
  }
}

interface Missing {
  /** Position in the path of the name that has no value. */
  readonly index: number;
  /** The value that lacks a member of that name; undefined for the first name. */
  readonly owner: Value;
}

/** The first name of a path that has no value; null when all have one, so that a filter made undefined of it. */
function firstMissing(frame: Frame, read: Expression, path: readonly string[]): Missing | null {
  let owner: Value;
  for (const [index, name] of path.entries()) {
    const value = index === 0 ? read(frame) : memberOf(owner, name, frame);
    if (value === undefined) return { index, owner };
    owner = value;
  }
  return null;
}

function memberOf(owner: Value, name: string, { run }: Frame): Value {
  return owner === null ? undefined : memberNamed(owner, name, run);
}

/** Maps with more keys are not searched for a suggestion. */
const MAX_KEYS = 200;

function keysOf(owner: Value): readonly string[] {
  if (!isMap(owner)) return [];
  const keys = Object.keys(owner);
  return keys.length > MAX_KEYS ? [] : keys;
}

/** The known name that was probably meant; null for a name that is known itself, such as an argument left out. */
function closeName(name: string, known: readonly string[]): string | null {
  return known.includes(name) ? null : nearest(name, known);
}
