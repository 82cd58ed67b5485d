/** Calls about screen repos. */
import { z } from 'zod';
import { adminCall, REPO_HANDLE, type TextParameter } from '../admin-call.ts';
import { doneSchema } from '../view.ts';
import { createRepoBody, fetchRepoBody, updateRepoBody } from './screen-repo-bodies.ts';
import { getRepo, listRepos, screenRepoSchema, updateAllRepos, updateRepo } from './screen-repos.ts';
import { changeRepo, createRepo, deleteRepo } from './write-screen-repo.ts';

const params = { handle: REPO_HANDLE };

const oneRepo = oneRepoCalls('/screen-repos/{handle}', params);
/** A repo may have the handle `update`, too: only POST means all of them. */
const repoNamedUpdate = oneRepoCalls('/screen-repos/update', {});

export const SCREEN_REPO_CALLS = {
  listScreenRepos: adminCall({
    method: 'GET',
    path: '/screen-repos',
    role: 'viewer',
    summary: 'All screen repos, the embedded one first',
    answer: { schema: z.array(screenRepoSchema), description: 'The repos' },
    run: ({ api }) => listRepos(api),
  }),
  createScreenRepo: adminCall({
    method: 'POST',
    path: '/screen-repos',
    role: 'admin',
    summary: 'Register a screen repo',
    description: 'It is fetched in the background; the answer shows it at this instant.',
    body: { schema: createRepoBody },
    answer: { schema: screenRepoSchema, description: 'Written' },
    writesConfig: true,
    errors: ['credentials_in_url', 'repo_exists', 'reserved_handle'],
    run: ({ api, call, body }) => createRepo(api, call, body),
  }),
  getScreenRepoNamedUpdate: repoNamedUpdate.get,
  changeScreenRepoNamedUpdate: repoNamedUpdate.change,
  deleteScreenRepoNamedUpdate: repoNamedUpdate.delete,
  fetchAllScreenRepos: adminCall({
    method: 'POST',
    path: '/screen-repos/update',
    role: 'author',
    summary: 'Fetch all screen repos anew, pinned commits as well',
    answer: { schema: doneSchema, description: 'Started' },
    run: ({ api, call }) => updateAllRepos(api, call),
  }),
  getScreenRepo: oneRepo.get,
  changeScreenRepo: oneRepo.change,
  deleteScreenRepo: oneRepo.delete,
  fetchScreenRepo: adminCall({
    method: 'POST',
    path: '/screen-repos/{handle}/update',
    // To fetch what the pin of a repo means; `accept`, which breaks screens in use, needs an admin (`updateRepo`).
    role: 'author',
    summary: 'Look for a new commit',
    description:
      'The body may be left out. A commit that breaks a screen which a device shows is taken only with `accept`.',
    params,
    body: { schema: fetchRepoBody, isOptional: true },
    answer: { schema: screenRepoSchema, description: 'The repo before the fetch, which has started' },
    errors: ['invalid_path', 'unknown_repo'],
    run: ({ api, call, params: { handle }, body }) => updateRepo(api, call, handle, body),
  }),
};

/** The calls about one repo, whose handle is a part of the path or its last word. */
function oneRepoCalls(path: `/${string}`, named: Readonly<Record<string, TextParameter>>) {
  const handleOf = (given: Readonly<Record<string, string>>): string => given['handle'] ?? 'update';
  return {
    get: adminCall({
      method: 'GET',
      path,
      role: 'viewer',
      summary: 'One screen repo',
      params: named,
      answer: { schema: screenRepoSchema, description: 'The repo' },
      errors: ['invalid_path', 'unknown_repo'],
      run: ({ api, params: given }) => getRepo(api, handleOf(given)),
    }),
    change: adminCall({
      method: 'PATCH',
      path,
      role: 'admin',
      summary: 'Change repo, pin or token',
      description:
        'What is left out keeps its value. A change starts a fetch; what serves goes on until it succeeds.',
      params: named,
      body: { schema: updateRepoBody },
      answer: { schema: screenRepoSchema, description: 'Written' },
      writesConfig: true,
      errors: ['invalid_path', 'credentials_in_url', 'unknown_repo', 'reserved_handle'],
      run: ({ api, call, params: given, body }) => changeRepo(api, call, handleOf(given), body),
    }),
    delete: adminCall({
      method: 'DELETE',
      path,
      role: 'admin',
      summary: 'Remove a screen repo that no device uses',
      params: named,
      answer: { schema: doneSchema, description: 'Removed' },
      writesConfig: true,
      errors: ['invalid_path', 'unknown_repo', 'reserved_handle', 'repo_in_use'],
      run: ({ api, call, params: given }) => deleteRepo(api, call, handleOf(given)),
    }),
  };
}
