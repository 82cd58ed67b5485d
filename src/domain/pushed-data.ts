/** Data that others push, by name, for scripts to read. */

/** What is known under a name. */
export type DataAnswer =
  | {
      readonly ok: true;
      /** JSON in UTF-8, in a buffer of its own. */
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** When it was pushed, in ms since 1970. */
      readonly updatedMs: number;
      /** Another one after each push. */
      readonly version: string;
    }
  | { readonly ok: false };

/** Gives data without waiting: a run of a screen and the look at earlier runs must find the same. */
export interface DataSource {
  get(name: string): DataAnswer;
  /** The version of what `get` would give; null where there is nothing. */
  versionOf(name: string): string | null;
}

/** Where nothing is pushed. */
export const NO_DATA: DataSource = { get: () => ({ ok: false }), versionOf: () => null };

/** What messages say of a name. */
export const DATA_NAME_EXPECTED =
  'a name of 1 to 64 letters, digits, ".", "_" and "-" that begins with a letter or digit';

/** True for what can name data. */
export function isDataName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);
}

/** A token that may push data. */
export interface DataToken {
  readonly name: string;
  /** SHA-256 of the token, 64 lower-case hex characters; two while it is exchanged. */
  readonly digests: readonly string[];
  /** What it may write: names, or the beginning of names before a `*`. */
  readonly writes: readonly string[];
}

/** True when a token may write, read and remove the data of a name. */
export function mayWrite({ writes }: Pick<DataToken, 'writes'>, name: string): boolean {
  return writes.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

/** True for what can stand in the list of names of a token: a name, or the beginning of names with a `*` at its end. */
export function isDataPattern(text: string): boolean {
  return text === '*' || isDataName(text.endsWith('*') ? text.slice(0, -1) : text);
}
