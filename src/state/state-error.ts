/** Why an engine could not do its work. */

export type StateErrorKind =
  /** It does not answer, or not in time. The change may have been made or not. */
  | 'unavailable'
  /** It has no room. */
  | 'full'
  /** What was to be kept is beyond a limit. */
  | 'too_large'
  /** One record of it is not of its form; all others can be used. */
  | 'damaged'
  /** It cannot be used as it is: a folder, an address, a password, a newer version. */
  | 'unusable';

/** The message is one sentence for an operator; it never names a secret. */
export class StateError extends Error {
  readonly kind: StateErrorKind;

  constructor(kind: StateErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StateError';
    this.kind = kind;
  }
}

/** Throw what is no error of the store: a caller that goes on without the store must not hide a mistake. */
export function requireStateError(error: unknown): asserts error is StateError {
  if (!(error instanceof StateError)) throw error;
}
