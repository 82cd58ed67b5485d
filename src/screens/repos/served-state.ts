/** The commit of a handle as it is written down: in the cache of this server, and for others that share a state store. */

import type { PinKind } from '../../domain/repo-pin.ts';
import { isPlainObject } from '../../platform/base/plain.ts';

const COMMIT = /^[0-9a-f]{40}$/;

/** The commit in use by a handle, without its files. */
export interface ServedState {
  /** Repo and pin that the commit was fetched for; the entry may have changed since, without a successful fetch. */
  readonly repo: string;
  readonly pin: string | null;
  readonly pinKind: PinKind;
  readonly sha: string;
  /** RFC 3339. */
  readonly lastFetched: string;
  /** Screens that can be assigned. */
  readonly screenCount: number;
}

/** Read what was written; null for anything else. */
export function asServedState(value: unknown): ServedState | null {
  if (!isPlainObject(value)) return null;
  const { repo, pin, pinKind, sha, lastFetched, screenCount } = value;
  if (typeof repo !== 'string' || typeof sha !== 'string' || !COMMIT.test(sha)) return null;
  if (pin !== null && typeof pin !== 'string') return null;
  if (pinKind !== 'sha' && pinKind !== 'tag' && pinKind !== 'branch') return null;
  if (typeof lastFetched !== 'string' || Number.isNaN(Date.parse(lastFetched))) return null;
  if (typeof screenCount !== 'number') return null;
  return { repo, pin, pinKind, sha, lastFetched, screenCount };
}
