/** Question about the text of a config: what it is with a group under another name, or in another place. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { isPlainObject, type PlainObject, type PlainValue, setOwn } from '../../platform/base/plain.ts';
import { samePlain } from '../edit/model.ts';
import { placeEntry } from '../edit/place-entry.ts';
import { namesOf } from '../read/group-order.ts';
import { GROUPS } from '../read/keys.ts';
import type { TextOp } from './text-op.ts';

/** A group, and what becomes of it. */
export interface GroupPlacing {
  readonly name: string;
  /** Its name after it. */
  readonly newName: string;
  /** The group that it stands before; null for behind all others, undefined for where it is. */
  readonly before?: string | null | undefined;
}

/** The text; null where it cannot be made without changing something else. */
export const placeGroupInText: TextOp<
  { readonly text: string; readonly placing: GroupPlacing },
  string | null
> = {
  name: 'place-group',
  run: (session, { text, placing: { name, newName, before } }) => {
    const old = session.parse(text);
    const placed = old.ok ? placeEntry(text, { path: [GROUPS], key: name, name: newName, before }) : null;
    if (!old.ok || placed === null) return null;
    const made = session.parse(placed);
    if (!made.ok) return null;
    const [from, to] = [session.loaded(old.value), session.loaded(made.value)];
    const wanted = orderAfter(from.snapshot, { name, newName, before }).join();
    const isRight =
      wanted === namesOf(to.snapshot).join() && samePlain(renamed(from.plain, name, newName), to.plain);
    return isRight ? placed : null;
  },
};

/** The names in the order that they have to have. */
export function orderAfter(
  snapshot: Pick<ConfigSnapshot, 'groups'>,
  { name, newName, before }: GroupPlacing,
): readonly string[] {
  const names = namesOf(snapshot);
  if (before === undefined) return names.map((one) => (one === name ? newName : one));
  const others = names.filter((one) => one !== name);
  const at = before === null ? others.length : others.indexOf(before);
  return others.toSpliced(at, 0, newName);
}

function renamed(config: PlainObject, name: string, newName: string): PlainObject {
  const groups = config[GROUPS];
  if (!isPlainObject(groups)) return config;
  const entries: Record<string, PlainValue> = {};
  for (const [key, value] of Object.entries(groups)) setOwn(entries, key === name ? newName : key, value);
  return { ...config, [GROUPS]: entries };
}
