/** Screen repos that cannot be fetched, or whose commit is held back. */
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { RepoOfflineRule } from '../../domain/alert-rule.ts';
import type { RepoInfo } from '../../screens/repos/repo-info.ts';
import type { FoundAlert, FoundByRule } from './alert.ts';
import { harmless, offlineText } from './alert-text.ts';

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

/** The alerts of those that have been so for long enough. */
export function offlineRepos(
  { name: rule, when, forMs }: RepoOfflineRule,
  repos: readonly RepoFacts[],
  since: OfflineSince,
  nowMs: number,
): FoundByRule {
  const alerts = repos.flatMap(({ handle, error }): readonly FoundAlert[] => {
    const sinceMs = Object.hasOwn(since, handle) ? since[handle] : undefined;
    if (error === null || sinceMs === undefined || nowMs - sinceMs < forMs) return [];
    const name = harmless(handle, ALERT_LIMITS.nameCharacters);
    const reason = harmless(error, ALERT_LIMITS.reasonCharacters);
    const subject = { kind: 'repo', key: handle, name } as const;
    return [{ rule, when, subject, sinceMs, text: offlineText(name, sinceMs, reason), facts: { reason } }];
  });
  return { alerts, beyond: 0 };
}
