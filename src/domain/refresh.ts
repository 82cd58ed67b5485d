/** How long a device sleeps until it asks again. */
import { LIMITS } from '../platform/base/limits.ts';

/** What a device is told whose screen failed: it asks again soon, for most failures pass. */
export const REFRESH_AFTER_FAILURE: number = LIMITS.errorRefreshSeconds;

export interface RefreshSources {
  /** `refresh_rate` of the script; 0 or null leaves the decision to the other sources. */
  readonly script: number | null;
  /** `refresh_at` of the script, in seconds since 1970. Of the two the earlier counts; a time that has passed does not. */
  readonly scriptAt: number | null;
  /** The time from which the next call is counted, in ms since 1970. */
  readonly nowMs: number;
  readonly mapping: number | null;
  readonly screen: number | null;
  /** False for a device that shows the default screen because it has no mapping yet. */
  readonly mapped: boolean;
}

/** What the script says, in seconds from now; null where it leaves the decision to others. */
function soonest({ script, scriptAt, nowMs }: RefreshSources): number | null {
  const untilThen = scriptAt === null ? 0 : Math.ceil(scriptAt - nowMs / 1000);
  if (untilThen <= 0) return script;
  return script === null || script <= 0 ? untilThen : Math.min(script, untilThen);
}

/** Seconds until the next refresh: script, mapping, screen, else 900; an integer from 1 to 30 days. */
export function resolveRefresh(sources: RefreshSources): number {
  const seconds =
    [soonest(sources), sources.mapping, sources.screen].find((value) => value !== null && value > 0) ??
    LIMITS.defaultRefreshSeconds;
  const clamped = Math.min(Math.max(Math.round(seconds), 1), LIMITS.refreshMaxSeconds);
  return sources.mapped ? clamped : Math.min(clamped, LIMITS.unmappedRefreshSeconds);
}
