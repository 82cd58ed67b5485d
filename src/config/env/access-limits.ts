/** Limits of named tokens and of the audit trail, each with its reason. What the state store keeps of it: `src/state/kinds.ts`. */

const HOUR_MS = 3_600_000;

export const ACCESS_LIMITS = {
  /** Random bytes of a token: nobody guesses 256 bits. */
  tokenBytes: 32,
  /** The least characters of an admin token that people make: with fewer, lists of passwords may have it. */
  adminTokenCharacters: 20,
  /** Each call is compared with all of them. */
  tokens: 100,
  /** What stands beside a token in the config: a line that people read. */
  noteCharacters: 200,
  /** Values of one entry of the trail that are shown before and after; a screen with its params has some ten. */
  changes: 40,
  /** One of these values as JSON. */
  valueCharacters: 200,
  /** Devices that an entry names, and characters of what was called. */
  devices: 50,
  actionCharacters: 300,
  /** How long repeats of a refused call or of a push are counted together, and how many different ones. */
  repeatsMs: HOUR_MS,
  repeated: 500,
  /** Entries that wait for a store that is away. */
  unwritten: 1_000,
  /** Entries in one answer; by default as many as fit on a screen. */
  page: 200,
  defaultPage: 50,
} as const;
