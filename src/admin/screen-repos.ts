/** `/api/admin/screen-repos`: what is said of screen repos, and fetching them. */
import { AppError } from '../base/errors.ts';
import type { PlainValue } from '../base/plain.ts';
import { BUILTIN_HANDLE } from '../domain/screen-ref.ts';
import type { RepoInfo, RepoStatus } from '../repos/repo-info.ts';
import { discoverPaths } from '../screens/discover.ts';
import type { AdminApi, AdminCall } from './admin-api.ts';
import { readBody } from './read-body.ts';
import { fetchRepoBody } from './screen-repo-bodies.ts';

/** A screen repo as answers show it. */
export interface ScreenRepoView {
  readonly handle: string;
  readonly repo: string | null;
  readonly pin: string | null;
  readonly builtin: boolean;
  readonly token_set: boolean;
  readonly screen_count: number;
  readonly status: RepoStatus;
  readonly pin_kind: 'sha' | 'tag' | 'branch' | 'embedded' | null;
  readonly resolved_sha: string | null;
  readonly last_fetched: string | null;
  readonly error: string | null;
}

/** All screen repos, the embedded one first. */
export function listRepos(api: AdminApi): readonly ScreenRepoView[] {
  return [builtinRepo(api), ...api.repos.list().map(repoView)];
}

/** @throws {AppError} unknown_repo */
export function getRepo(api: AdminApi, handle: string): ScreenRepoView {
  if (handle === BUILTIN_HANDLE) return builtinRepo(api);
  const info = api.repos.info(handle);
  if (info === undefined) throw unknownRepo(handle);
  return repoView(info);
}

/**
 * Start a fetch. The embedded repo takes this and does nothing.
 * @param body absent, or `{accept: true}` to take a commit that breaks screens in use
 * @returns the repo as it was before
 * @throws {AppError} invalid_body, unknown_repo
 */
export function updateRepo(
  api: AdminApi,
  call: AdminCall,
  handle: string,
  body: PlainValue | undefined,
): ScreenRepoView {
  const { fields, problems } = readBody(fetchRepoBody, body ?? {});
  if (problems.length > 0) throw new AppError('invalid_body', { problems });
  if (handle === BUILTIN_HANDLE) return builtinRepo(api);
  const accept = fields.accept ?? false;
  const before = api.repos.update(handle, { accept });
  if (before === undefined) throw unknownRepo(handle);
  call.log.info({ handle, accept }, 'admin: screen repo fetched');
  return repoView(before);
}

/** Fetch all repos anew, commits that were pinned by their sha as well. */
export function updateAllRepos(api: AdminApi, call: AdminCall): { readonly ok: true } {
  api.repos.updateAll();
  call.log.info('admin: all screen repos fetched');
  return { ok: true };
}

export function unknownRepo(handle: string): AppError {
  const shown = JSON.stringify(handle.slice(0, 80));
  return new AppError('unknown_repo', { detail: `There is no screen repo ${shown}.` });
}

function repoView(info: RepoInfo): ScreenRepoView {
  return {
    handle: info.handle,
    repo: info.repo,
    pin: info.pin,
    builtin: info.builtin,
    token_set: info.tokenSet,
    screen_count: info.screenCount,
    status: info.status,
    pin_kind: info.pinKind,
    resolved_sha: info.resolvedSha,
    last_fetched: info.lastFetched,
    error: info.error,
  };
}

function builtinRepo(api: AdminApi): ScreenRepoView {
  return {
    handle: BUILTIN_HANDLE,
    repo: null,
    pin: null,
    builtin: true,
    token_set: false,
    screen_count: countBuiltin(api),
    status: 'ready',
    pin_kind: 'embedded',
    resolved_sha: null,
    last_fetched: null,
    error: null,
  };
}

/** The embedded screens do not change while a server runs. */
const counts = new WeakMap<AdminApi, number>();

function countBuiltin(api: AdminApi): number {
  const known = counts.get(api);
  if (known !== undefined) return known;
  const roots = api.catalogue.source(BUILTIN_HANDLE)?.roots ?? [];
  const refs = new Set(discoverPaths(roots).map((path) => `${BUILTIN_HANDLE}/${path}`));
  const count = [...refs].filter((ref) => api.catalogue.locate(ref, { screens: new Map() }).ok).length;
  counts.set(api, count);
  return count;
}
