/** What the admin API needs of whoever writes the config file. */
import type { PlainObject, PlainValue } from '../base/plain.ts';
import type { Result } from '../base/result.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';

/** One change of the file. A path is a list of keys from the root. */
export type ConfigEdit =
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: PlainValue }
  | { readonly kind: 'remove'; readonly path: readonly string[] };

/** The config as it is when a change is planned: the file has just been read if somebody edited it by hand. */
export interface CurrentConfig {
  readonly snapshot: ConfigSnapshot;
  readonly raw: PlainObject;
}

/** What is to be written, and what the caller gets when it is. Without edits nothing is written. */
export interface PlannedChange<T> {
  readonly edits: readonly ConfigEdit[];
  readonly value: T;
}

/** Why nothing was written. */
export type ConfigWriteFailure =
  | { readonly kind: 'read_only' | 'unparsable' | 'rolled_back'; readonly message: string }
  | { readonly kind: 'io'; readonly status: 409 | 500; readonly message: string };

export interface ConfigChanges {
  change<T, E>(
    plan: (current: CurrentConfig) => Result<PlannedChange<T>, E>,
  ): Promise<Result<T, E | ConfigWriteFailure>>;
}
