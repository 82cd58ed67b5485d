/** Screen repos that cannot be fetched, or whose commit is held back. */
import { judge, type RuleAbout } from '../../domain/alert-kinds/kinds.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import { oneLine } from '../../platform/base/one-line.ts';
import type { RepoInfo } from '../../screens/repos/repo-info.ts';
import { type FoundAlert, type FoundByRule, foundAlert } from './alert.ts';

/** Since when each repo is not up to date, by handle. A repo does not know it itself. */
export type OfflineSince = Readonly<Record<string, number>>;

type RepoFacts = Pick<RepoInfo, 'handle' | 'error'>;

/** What is known of the repos now. While one is tried again, the error of the last try stands. */
export function offlineSince(repos: readonly RepoFacts[], before: OfflineSince, nowMs: number): OfflineSince {
  const offline = repos.filter(({ error }) => error !== null);
  return Object.fromEntries(
    offline.map(({ handle }) => [handle, Object.hasOwn(before, handle) ? (before[handle] ?? nowMs) : nowMs]),
  );
}

/** The alerts of a rule. */
export function offlineRepos(
  rule: RuleAbout<'repo'>,
  repos: readonly RepoFacts[],
  since: OfflineSince,
  nowMs: number,
): FoundByRule {
  const alerts = repos.flatMap(({ handle, error }): readonly FoundAlert[] => {
    const sinceMs = Object.hasOwn(since, handle) ? since[handle] : undefined;
    if (error === null || sinceMs === undefined) return [];
    const reason = oneLine(error, ALERT_LIMITS.reasonCharacters);
    const judged = judge(rule, { sinceMs, reason, nowMs });
    if (typeof judged === 'string') return [];
    return [foundAlert(rule, { kind: 'repo', key: handle, name: handle }, judged, sinceMs)];
  });
  return { alerts, beyond: 0 };
}
