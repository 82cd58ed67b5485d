/** The order of groups, which decides which of them counts: what plain values of a config do not say. */
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';

/** Names of all groups before and after a change. */
export interface GroupOrder {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Both orders, where groups that are in both stand in another one; null where they do not. */
export function groupOrder(
  before: Pick<ConfigSnapshot, 'groups'>,
  after: Pick<ConfigSnapshot, 'groups'>,
): GroupOrder | null {
  if (before.groups === after.groups) return null;
  const [old, now] = [namesOf(before), namesOf(after)];
  const [were, are] = [new Set(old), new Set(now)];
  const common = now.filter((name) => were.has(name));
  const isSame = old.filter((name) => are.has(name)).every((name, index) => name === common[index]);
  return isSame ? null : { before: old, after: now };
}

/** Names of the groups in the order in which they count. */
export function namesOf({ groups }: Pick<ConfigSnapshot, 'groups'>): readonly string[] {
  return groups.map(({ name }) => name);
}
