/** Pins of screen repos: a commit, or the name of a tag or branch. */

/** What a pin means. A tag or branch named by 40 hex digits cannot be pinned: it would be taken for a commit. */
export type RepoPin =
  | { readonly kind: 'default' }
  | {
      readonly kind: 'sha';
      /** 40 lower-case hex digits. */
      readonly sha: string;
    }
  | { readonly kind: 'name'; readonly name: string };

/** The kind of pin that a fetched commit was found by. */
export type PinKind = 'sha' | 'tag' | 'branch';

const MAX_LENGTH = 200;

/** Read a pin; null means the remote's default branch. Undefined when it can be neither a commit nor a name. */
export function parsePin(text: string | null): RepoPin | undefined {
  if (text === null) return { kind: 'default' };
  if (/^[0-9a-f]{40}$/i.test(text)) return { kind: 'sha', sha: text.toLowerCase() };
  return isRefName(text) ? { kind: 'name', name: text } : undefined;
}

/** What messages say is expected. */
export const PIN_EXPECTED = 'a commit of 40 hex digits, or the name of a tag or branch';

/**
 * The rules of git-check-ref-format(1), without a leading `-`, spaces and control characters: the name is used in
 * arguments and messages.
 */
function isRefName(text: string): boolean {
  if (text.length > MAX_LENGTH || !/^[\x21-\x7e\u00a1-\uffff]+$/.test(text) || /[~^:?*[\\]/.test(text))
    return false;
  if (text.startsWith('-') || text.endsWith('.') || text.includes('..') || text.includes('@{')) return false;
  if (text === '@') return false;
  return text.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
