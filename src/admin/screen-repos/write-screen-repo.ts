/** Creates, changes and deletes entries of `screen_repos` in the config. */

import type { ConfigEdit } from '../../config/edit/model.ts';
import { type ConfigSnapshot, namedScreens, type ScreenRepoEntry } from '../../domain/config-snapshot.ts';
import { parseRepoUrl } from '../../domain/repo-url.ts';
import { RESERVED_HANDLES } from '../../domain/screen-ref.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, ok } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { changeConfig } from '../config-text/change-config.ts';
import { DONE, type Done } from '../view.ts';
import { type RepoChange, readNewRepo, readRepoChange } from './screen-repo-bodies.ts';
import { getRepo, type ScreenRepoView, unknownRepo } from './screen-repos.ts';

const SECTION = 'screen_repos';

/**
 * Register a repo. It is fetched in the background.
 * @returns the repo at this instant
 * @throws {AppError} invalid_body, credentials_in_url, reserved_handle, repo_exists, and what stops a write
 */
export async function createRepo(api: AdminApi, call: AdminCall, body: PlainValue): Promise<ScreenRepoView> {
  const created = await changeConfig(api, call, ({ snapshot }) => {
    const read = readNewRepo(body);
    if (!read.ok) return read;
    const { handle } = read.value;
    const change = withinKnownHosts(read.value.change, snapshot, null);
    if (RESERVED_HANDLES.includes(handle)) return err(reserved(handle));
    if (snapshot.screenRepos.has(handle)) return err(repoExists(handle));
    const given = Object.entries(change).filter(([, value]) => value !== null);
    const value = Object.fromEntries(given.map(([key, field]) => [key, field ?? null]));
    return ok({
      edits: [{ kind: 'set', path: [SECTION, handle], value }],
      value: { handle, changed: Object.keys(read.value.change) },
    });
  });
  call.log.info(created, 'admin: screen repo created');
  return getRepo(api, created.handle);
}

/**
 * Change a repo. What the body leaves out keeps its value. Another repo, pin or token starts a fetch.
 * @returns the repo at this instant
 * @throws {AppError} invalid_body, credentials_in_url, reserved_handle, unknown_repo, and what stops a write
 */
export async function changeRepo(
  api: AdminApi,
  call: AdminCall,
  handle: string,
  body: PlainValue,
): Promise<ScreenRepoView> {
  const changed = await changeConfig(api, call, ({ snapshot }) => {
    const refusal = refuse(snapshot, handle);
    if (refusal !== null) return err(refusal);
    const read = readRepoChange(body);
    if (!read.ok) return read;
    const change = withinKnownHosts(read.value, snapshot, snapshot.screenRepos.get(handle) ?? null);
    return ok({ edits: editsOf(handle, change), value: Object.keys(read.value) });
  });
  call.log.info({ handle, changed }, 'admin: screen repo changed');
  return getRepo(api, handle);
}

/**
 * Remove a repo. Its screens are gone with the next call; its commits stay in the cache for a while.
 * @throws {AppError} reserved_handle, unknown_repo, repo_in_use, and what stops a write
 */
export async function deleteRepo(api: AdminApi, call: AdminCall, handle: string): Promise<Done> {
  await changeConfig(api, call, ({ snapshot }) => {
    const refusal = refuse(snapshot, handle) ?? inUse(snapshot, handle);
    if (refusal !== null) return err(refusal);
    return ok({ edits: [{ kind: 'remove', path: [SECTION, handle] }], value: null });
  });
  call.log.info({ handle }, 'admin: screen repo deleted');
  return DONE;
}

/**
 * The change of an entry, which must not reach private addresses unless it asks for that, or an entry of the config
 * already reaches the same host: the admin token alone must not open the network of the server.
 */
function withinKnownHosts(
  change: RepoChange,
  { screenRepos }: ConfigSnapshot,
  before: ScreenRepoEntry | null,
): RepoChange {
  const { repo, allow_private_network: given } = change;
  const says = before !== null && before.fetchPrivate !== 'host';
  if (typeof repo !== 'string' || given !== undefined || says) return change;
  const server = serverOf(repo);
  const known = [...screenRepos.values()].some(
    (entry) => entry.fetchPrivate !== 'none' && serverOf(entry.repo) === server,
  );
  return server === null || known ? change : { ...change, allow_private_network: false };
}

/** Protocol, host and port of an address; null where it leads to no host. */
function serverOf(repo: string | null): string | null {
  const url = repo === null ? null : parseRepoUrl(repo);
  if (url === null || !url.ok || url.value.host === null) return null;
  const { protocol, host } = url.value;
  return `${protocol}://${host.name.toLowerCase()}:${host.port ?? ''}`;
}

function editsOf(handle: string, change: RepoChange): ConfigEdit[] {
  return Object.entries(change).map(([key, value]): ConfigEdit => {
    const path = [SECTION, handle, key];
    return value === null || value === undefined ? { kind: 'remove', path } : { kind: 'set', path, value };
  });
}

function refuse(snapshot: ConfigSnapshot, handle: string): AppError | null {
  if (RESERVED_HANDLES.includes(handle)) return reserved(handle);
  return snapshot.screenRepos.has(handle) ? null : unknownRepo(handle);
}

/** Why a repo cannot be deleted: a device that shows a screen of it would show an error screen. */
function inUse(config: ConfigSnapshot, handle: string): AppError | null {
  const { defaultScreen } = config;
  const prefix = `${handle}/`;
  const user = namedScreens(config).find(({ screen }) => screen.startsWith(prefix));
  if (user !== undefined) {
    const { by, screen } = user;
    return new AppError('repo_in_use', {
      detail: `The ${by} shows ${JSON.stringify(screen)} of this screen repo; give it another screen first.`,
    });
  }
  if (!defaultScreen?.startsWith(prefix)) return null;
  return new AppError('repo_in_use', {
    detail: `The default screen is ${JSON.stringify(defaultScreen)} of this screen repo; change it first.`,
  });
}

function reserved(handle: string): AppError {
  return new AppError('reserved_handle', {
    detail: `handle: ${JSON.stringify(handle)} is reserved for what comes with the server.`,
  });
}

function repoExists(handle: string): AppError {
  return new AppError('repo_exists', {
    detail: `handle: there is a screen repo ${JSON.stringify(handle)} already; use PATCH to change it.`,
  });
}
