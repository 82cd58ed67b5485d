/** The limits of one fetch. */
import { LIMITS } from '../../platform/base/limits.ts';

export interface RepoLimits {
  readonly repoFetchMs: number;
  readonly repoResolveMs: number;
  readonly repoUnpackMs: number;
  readonly repoFetchBytes: number;
  readonly repoGitMemoryBytes: number;
  readonly repoBytes: number;
  readonly repoFileBytes: number;
  readonly repoFiles: number;
  readonly repoScreens: number;
  readonly repoMetaBytes: number;
}

/** The limits that apply by default. */
export const REPO_LIMITS: RepoLimits = LIMITS;
