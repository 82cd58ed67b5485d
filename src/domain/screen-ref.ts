/** Screen references: `name` of the `screens` section, or `handle/path` in a screen repo. */

/** The embedded screens. */
export const BUILTIN_HANDLE = 'service-builtin';
/** The screens directory. */
export const LOCAL_HANDLE = 'local';
/** The embedded examples. */
export const EXAMPLES_HANDLE = 'examples';
/** Handles that no screen repo can take. */
export const RESERVED_HANDLES: readonly string[] = [BUILTIN_HANDLE, LOCAL_HANDLE, EXAMPLES_HANDLE];

/** Where to look for a screen. `handle` is null for a plain name. */
export interface ScreenRef {
  readonly handle: string | null;
  /** Segments joined by `/`, relative to the root of the source. */
  readonly path: string;
}

/** Longer references are refused: no file system has such names, and they would fill logs and error screens. */
const MAX_LENGTH = 255;
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** True for a name that can be a handle or one segment of a path. */
export function isRefSegment(text: string): boolean {
  return text.length <= MAX_LENGTH && SEGMENT.test(text);
}

/** Read a reference. Null when the text is neither a name nor `handle/path` of allowed segments. */
export function parseScreenRef(text: string): ScreenRef | null {
  if (text.length > MAX_LENGTH) return null;
  const segments = text.split('/');
  if (!segments.every(isRefSegment)) return null;
  const [first = '', ...rest] = segments;
  return rest.length === 0 ? { handle: null, path: first } : { handle: first, path: rest.join('/') };
}
