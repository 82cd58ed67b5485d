/** Tags that a change of many devices adds or takes away, so that each device keeps its others. */

import { distinctTags } from '../../domain/tags.ts';
import type { FieldProblem } from '../../platform/base/errors.ts';
import type { PlainObject } from '../../platform/base/plain.ts';

/** Upper and lower case are the same tag, as everywhere. */
export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What a request sets and removes, in the form of an update of one device. */
interface Settings {
  readonly set: PlainObject;
  readonly clear: readonly string[];
}

export function changesTags({ add, remove }: TagChange): boolean {
  return add.length > 0 || remove.length > 0;
}

/** What contradicts itself in a request that changes tags. */
export function tagContradictions(change: TagChange, { set, clear }: Settings): readonly FieldProblem[] {
  if (!changesTags(change)) return [];
  const field = change.add.length > 0 ? 'add_tags' : 'remove_tags';
  if (set['tags'] !== undefined || clear.includes('tags')) {
    return [{ field, message: `${field}: expected no tags in set or clear beside it` }];
  }
  const added = new Set(change.add.map((tag) => tag.toLowerCase()));
  const both = change.remove.filter((tag) => added.has(tag.toLowerCase()));
  return both.map((tag) => ({
    field: 'remove_tags',
    message: `remove_tags: expected tags that add_tags does not have, got ${JSON.stringify(tag)} in both`,
  }));
}

/** The settings with the tags that a device has after the change. @param before the tags that it has */
export function withTags(change: TagChange, before: readonly string[], settings: Settings): Settings {
  if (!changesTags(change)) return settings;
  const removed = new Set(change.remove.map((tag) => tag.toLowerCase()));
  const kept = before.filter((tag) => !removed.has(tag.toLowerCase()));
  const after = distinctTags([...kept, ...change.add]);
  const isSame = after.length === before.length && after.every((tag, place) => tag === before[place]);
  if (isSame) return settings;
  if (after.length === 0) return { ...settings, clear: [...settings.clear, 'tags'] };
  return { ...settings, set: { ...settings.set, tags: [...after] } };
}
