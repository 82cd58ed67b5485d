/** The limits of one fetch. */
const KIB = 1024;
const MIB = 1024 * KIB;

/** The limits that apply by default. */
export const REPO_LIMITS = {
  /** One whole fetch of a screen repo, and the part of it that asks the git server for the commit. */
  repoFetchMs: 120_000,
  repoResolveMs: 30_000,
  /** Local work on a fetched repo: listing and unpacking the largest one takes a few seconds. */
  repoUnpackMs: 60_000,
  /** What git may write to disk for one repo. The objects of the largest allowed repo take less than its files. */
  repoFetchBytes: 256 * MIB,
  /** Address space of git: the largest allowed repo needs a tenth. Stops data that decompresses without end. */
  repoGitMemoryBytes: 2048 * MIB,
  /** All files of a repo: photos and fonts of a large collection fit, a disk image does not. */
  repoBytes: 128 * MIB,
  repoFileBytes: 16 * MIB,
  repoFiles: 10_000,
  /** Screens of one repo. */
  repoScreens: 1_000,
  /** All their metadata (an honest file has 1 KiB): the main thread reads it, and hostile 64 KiB take half a second. */
  repoMetaBytes: 512 * KIB,
};

export type RepoLimits = Readonly<typeof REPO_LIMITS>;
