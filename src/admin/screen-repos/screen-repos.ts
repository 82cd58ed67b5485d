/** `/api/admin/screen-repos`: describes screen repos, and fetches them. */
import { z } from 'zod';
import { BUILTIN_HANDLE } from '../../domain/screen-ref.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { REPO_STATUSES, type RepoInfo } from '../../screens/repos/repo-info.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { readBodyFields } from '../read-fields.ts';
import { DONE, type Done, type View } from '../view.ts';
import { fetchRepoBody } from './screen-repo-bodies.ts';

export const screenRepoSchema = z
  .object({
    handle: z.string(),
    repo: z.string().nullable().describe('Null for the embedded screens'),
    pin: z.string().nullable().describe('Null for the default branch'),
    builtin: z.boolean().describe('True when there is no repository behind the handle'),
    token_set: z.boolean(),
    screen_count: z.int().describe('Screens that can be assigned'),
    status: z
      .enum(REPO_STATUSES)
      .describe('`offline`: an earlier commit serves; `error`: nothing serves; `error` says why'),
    pin_kind: z.enum(['sha', 'tag', 'branch', 'embedded']).nullable(),
    resolved_sha: z.string().nullable().describe('The commit that serves'),
    last_fetched: z.string().nullable().describe('RFC 3339').meta({ format: 'date-time' }),
    error: z.string().nullable().describe('Why the last fetch brought nothing'),
    webhook_set: z.boolean().describe('Whether a git host may say that there is a new commit'),
    problems: z
      .array(
        z.object({
          screen: z.string().nullable().describe('`handle/path`; null for the commit as a whole'),
          problem: z.string(),
          used: z.boolean().describe('Whether a device or a frame shows it'),
        }),
      )
      .nullable()
      .describe('What is wrong with the commit that serves; null while it is being checked'),
  })
  .meta({
    id: 'ScreenRepo',
    examples: [
      {
        handle: 'garden',
        repo: 'https://example.org/garden-screens.git',
        pin: 'v1.2.0',
        builtin: false,
        token_set: false,
        screen_count: 7,
        status: 'ready',
        pin_kind: 'tag',
        resolved_sha: '5c1f8a2b9e7d6043f1a2b3c4d5e6f70819a2b3c4',
        last_fetched: '2026-02-21T09:30:00.000Z',
        error: null,
        webhook_set: true,
        problems: [],
      },
    ],
  });

export type ScreenRepoView = View<typeof screenRepoSchema>;

/** All screen repos, the embedded one first. */
export function listRepos(api: AdminApi): readonly ScreenRepoView[] {
  return [builtinRepo(api), ...api.repos.list().map((info) => repoView(api, info))];
}

/** @throws {AppError} unknown_repo */
export function getRepo(api: AdminApi, handle: string): ScreenRepoView {
  if (handle === BUILTIN_HANDLE) return builtinRepo(api);
  const info = api.repos.info(handle);
  if (info === undefined) throw unknownRepo(handle);
  return repoView(api, info);
}

/**
 * Start a fetch. For the embedded repo it does nothing.
 * @param body `{}` where there is none, or `{accept: true}` to take a commit that breaks screens in use
 * @returns the repo as it was before
 * @throws {AppError} invalid_body, forbidden, unknown_repo
 */
export function updateRepo(api: AdminApi, call: AdminCall, handle: string, body: PlainValue): ScreenRepoView {
  const { fields, problems } = readBodyFields(fetchRepoBody, body);
  if (problems.length > 0) throw new AppError('invalid_body', { problems });
  const accept = fields.accept ?? false;
  if (accept && call.caller.role !== 'admin') {
    const detail = 'To accept a commit that breaks screens in use needs the role admin.';
    throw new AppError('forbidden', { detail });
  }
  if (handle === BUILTIN_HANDLE) return builtinRepo(api);
  const before = api.repos.update(handle, { accept });
  if (before === undefined) throw unknownRepo(handle);
  call.log.info({ handle, accept }, 'admin: screen repo fetched');
  return repoView(api, before);
}

/** Fetch all repos again, also those that are pinned to a commit. */
export function updateAllRepos(api: AdminApi, call: AdminCall): Done {
  api.repos.updateAll();
  call.log.info('admin: all screen repos fetched');
  return DONE;
}

export function unknownRepo(handle: string): AppError {
  const shown = JSON.stringify(handle.slice(0, 80));
  return new AppError('unknown_repo', { detail: `There is no screen repo ${shown}.` });
}

function repoView(api: AdminApi, info: RepoInfo): ScreenRepoView {
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
    webhook_set: api.config().screenRepos.get(info.handle)?.webhookSet ?? false,
    problems: problemsOf(api, info.handle),
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
    webhook_set: false,
    problems: [],
  };
}

/** What is wrong with the commit that serves. */
function problemsOf({ repos }: AdminApi, handle: string): ScreenRepoView['problems'] {
  const found = repos.problemsOf(handle);
  return (
    found?.map(({ path, ...rest }) => ({ screen: path === null ? null : `${handle}/${path}`, ...rest })) ??
    null
  );
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
