/** Commits that this browser has seen served, to go back to: the server keeps the last one only. */
import type { ScreenRepoView } from '../../api/types.ts';
import { keepValue, readKept } from '../../parts/browser-store.ts';

export interface SeenCommit {
  readonly sha: string;
  /** When it was first seen. */
  readonly at: string;
}

const NAME = 'commits';
const EACH = 10;
const REPOS = 200;
const SHA = /^[\da-f]{40}$/;

type Seen = Readonly<Record<string, readonly SeenCommit[]>>;

function readSeen(): Seen {
  const kept = readKept(NAME);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Seen) : {};
}

/** The name under which commits are kept: another repo under the same handle has others. */
function placeOf({ handle, repo }: ScreenRepoView): string {
  return `${handle} ${repo}`;
}

/** Take note of the commits that serve. */
export function noteCommits(repos: readonly ScreenRepoView[]): void {
  const seen: Record<string, readonly SeenCommit[]> = { ...readSeen() };
  for (const repo of repos) {
    const { repo: url, resolved_sha: sha } = repo;
    if (url === null || sha === null) continue;
    const others = commitsOf(repo).filter((one) => one.sha !== sha);
    const first = commitsOf(repo).find((one) => one.sha === sha);
    seen[placeOf(repo)] = [first ?? { sha, at: new Date().toISOString() }, ...others].slice(0, EACH);
  }
  keepValue(NAME, Object.fromEntries(Object.entries(seen).slice(-REPOS)));
}

/** The commits of a repo, the one that served last first. */
export function commitsOf(repo: ScreenRepoView): readonly SeenCommit[] {
  const kept = readSeen()[placeOf(repo)];
  if (!Array.isArray(kept)) return [];
  return kept.filter(({ sha, at }) => SHA.test(sha) && !Number.isNaN(Date.parse(at)));
}
