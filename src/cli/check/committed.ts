/** Fetches the last commit of a local repository as a server would fetch it. */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gitVariables } from '../../config/env/env.ts';
import { parseRepoUrl } from '../../domain/repo-url.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { OPERATOR_ONLY } from '../../platform/files/repo-folders.ts';
import { makeTempFolder } from '../../platform/files/temp-folders.ts';
import { acceptCommit } from '../../screens/repos/checkout.ts';
import { fetchCommit } from '../../screens/repos/fetch-commit.ts';
import { RepoCache } from '../../screens/repos/repo-cache.ts';
import { type RepoFailure, repoFailed } from '../../screens/repos/repo-failure.ts';
import { REPO_LIMITS } from '../../screens/repos/repo-limits.ts';
import { folderAround } from './target.ts';

export interface Committed {
  readonly sha: string;
  /** Screens that can be assigned. */
  readonly screens: number;
}

/** The nearest folder, upwards, that is a git repository; null when there is none. */
export function findRepository(folder: string): string | null {
  const repository = folderAround(folder, ['.git']);
  return repository === null ? null : realpathSync(repository);
}

/** Fetch the last commit of a repository into a folder of its own, under all rules of a server. */
export async function takeCommitted(repository: string): Promise<Result<Committed, RepoFailure>> {
  const repo = pathToFileURL(repository).href;
  const url = parseRepoUrl(repo);
  if (!url.ok) return err(repoFailed(url.error.message));
  const folder = makeTempFolder('repo-');
  const cache = new RepoCache(folder.path);
  const { signal } = new AbortController();
  const job = {
    repo,
    url: url.value,
    pin: { kind: 'default' },
    token: null,
    force: false,
    privateReach: 'none',
  } as const;
  try {
    const fetched = await fetchCommit(
      { ...job, refused: null, signal },
      { cache, limits: REPO_LIMITS, variables: gitVariables(), local: OPERATOR_ONLY },
    );
    if (!fetched.ok) return fetched;
    const { sha } = fetched.value;
    const accepted = await acceptCommit(cache.commitDir(repo, sha), REPO_LIMITS.repoScreens);
    return accepted.ok ? ok({ sha, screens: accepted.value.screenCount }) : accepted;
  } finally {
    folder.remove();
  }
}
