/** Keeps the values of aliases elsewhere in the file when an edit touches their anchor. */
import { isAlias, type ParsedNode } from 'yaml';
import type { PlainValue } from '../../platform/base/plain.ts';
import { nodesBelow, type Source, type SourcePair, type Splice } from './source.ts';
import { styleOf } from './style.ts';
import { flowText } from './value-text.ts';

/**
 * Before an edit: replace the first alias of every anchor that the edit touches by a copy of the value, with the
 * anchor. Later aliases then refer to the copy, and only the edited place changes its value.
 * @param touched  anchored or not: the nodes on the way to the edit, and those that it replaces
 * @param replaced the entry whose value goes; aliases inside it are of no account
 * @param plainOf  value of an anchored node
 */
export function moveAnchors(
  source: Source,
  touched: Iterable<ParsedNode>,
  replaced: SourcePair | undefined,
  plainOf: (node: ParsedNode) => PlainValue | undefined,
): Splice[] {
  const gone = new Set<ParsedNode>(replaced === undefined ? [] : nodesBelow(replaced));
  const order = [...nodesBelow(source.document.contents)];
  const splices = new Map<ParsedNode, Splice>();
  for (const node of touched) {
    const name = anchorOf(node);
    if (name === undefined) continue;
    const user = firstUser(order.slice(order.indexOf(node) + 1), name, gone);
    const value = plainOf(node);
    if (user === undefined || value === undefined) continue;
    const written = flowText(value, { ...styleOf(source, []), flow: true });
    splices.set(user, { start: user.range[0], end: user.range[1], text: `&${name} ${written}` });
  }
  return [...splices.values()];
}

/** The first remaining alias of the anchor; none after the name is defined again. */
function firstUser(
  after: readonly ParsedNode[],
  name: string,
  gone: ReadonlySet<ParsedNode>,
): ParsedNode | undefined {
  for (const node of after) {
    if (gone.has(node)) continue;
    if (anchorOf(node) === name) return undefined;
    if (isAlias(node) && node.source === name) return node;
  }
  return undefined;
}

function anchorOf(node: ParsedNode): string | undefined {
  return isAlias(node) ? undefined : node.anchor;
}
