/** How long a device sleeps until it asks again. */
import { LIMITS } from '../base/limits.ts';

/** What a device is told whose screen failed: it asks again soon, for most failures pass. */
export const REFRESH_AFTER_FAILURE: number = LIMITS.errorRefreshSeconds;

export interface RefreshSources {
  /** `refresh_rate` of the script; 0 or null leaves the decision to the other sources. */
  readonly script: number | null;
  readonly mapping: number | null;
  readonly screen: number | null;
  /** False for a device that shows the default screen because it has no mapping yet. */
  readonly mapped: boolean;
}

/** Seconds until the next refresh: script, mapping, screen, else 900; an integer from 1 to 30 days. */
export function resolveRefresh(sources: RefreshSources): number {
  const seconds =
    [sources.script, sources.mapping, sources.screen].find((value) => value !== null && value > 0) ??
    LIMITS.defaultRefreshSeconds;
  const clamped = Math.min(Math.max(Math.round(seconds), 1), LIMITS.refreshMaxSeconds);
  return sources.mapped ? clamped : Math.min(clamped, LIMITS.unmappedRefreshSeconds);
}
