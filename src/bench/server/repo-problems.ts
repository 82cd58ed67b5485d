/**
 * Screens of screen repos that devices of a bench show: waits until they are fetched, so that this is not measured, and
 * tells which cannot be shown.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../admin/admin-calls.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import { deadlineIn, leftMs } from '../../platform/base/deadline.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { type AdminAddress, adminGet } from '../admin-get.ts';
import { BENCH_LIMITS } from '../bench-limits.ts';

type RepoState = Answer<'listScreenRepos'>[number];

const LOOK_MS = 250;

/**
 * Wait until the repos of some screens are fetched.
 * @param screens that devices show
 * @param handles of the repos in the config
 * @returns one sentence for each repo that serves nothing, and for each screen that its repo does not have
 */
export async function repoProblems(
  admin: AdminAddress,
  screens: Iterable<string>,
  handles: ReadonlySet<string>,
): Promise<readonly string[]> {
  const wanted = [...new Set(screens)].filter((ref) => handles.has(handleOf(ref)));
  if (wanted.length === 0) return [];
  const used = new Set(wanted.map(handleOf));
  const states = (await settled(admin, used)).filter(({ handle }) => used.has(handle));
  const idle = states.filter(({ status }) => status !== 'ready' && status !== 'offline');
  const idleHandles = new Set(idle.map(({ handle }) => handle));
  const { screen_repos: repos } = await adminGet<Pick<Answer<'listScreens'>, 'screen_repos'>>(
    admin,
    'screens',
    { screen_repos: [] },
  );
  const known = repos.flatMap((repo) => repo.screens.map(({ ref }) => ref));
  const missing = wanted.filter((ref) => !idleHandles.has(handleOf(ref)) && !known.includes(ref));
  return [
    ...idle.map(
      ({ handle, status, error }) => `the screen repo "${handle}" serves nothing: ${error ?? status}`,
    ),
    ...missing.map(
      (ref) => `the screen repo "${handleOf(ref)}" has no screen "${ref}"${didYouMean(ref, known)}`,
    ),
  ];
}

function handleOf(ref: string): string {
  return parseScreenRef(ref)?.handle ?? '';
}

/** The repos when none of those that are waited for is being fetched any more. */
async function settled(admin: AdminAddress, used: ReadonlySet<string>): Promise<readonly RepoState[]> {
  const deadline = deadlineIn(BENCH_LIMITS.reposMs);
  for (;;) {
    const states = await adminGet<readonly RepoState[]>(admin, 'screen-repos', []);
    const isOver = states.every(({ handle, status }) => !used.has(handle) || status !== 'fetching');
    if (isOver || leftMs(deadline) === 0) return states;
    await sleep(LOOK_MS);
  }
}
