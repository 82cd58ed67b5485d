/** Tags: words by which groups and admins select devices. */
import { GROUP_LIMITS } from './group-limits.ts';

/** The characters of a tag. */
export const TAG_PATTERN = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._:/+-]*[\p{L}\p{N}+])?$/u;

/** What a tag is, for messages. */
export const TAG_EXPECTED = `a tag of 1 to ${GROUP_LIMITS.tagCharacters} letters, digits, spaces and . _ : / + -, such as floor-2`;

/** True for a text that can be a tag. */
export function isTag(text: string): boolean {
  return text.length <= GROUP_LIMITS.tagCharacters && TAG_PATTERN.test(text);
}

/** The tags without those that are there before in another case. */
export function distinctTags(tags: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const lower = tag.toLowerCase();
    return !seen.has(lower) && seen.add(lower);
  });
}
