/** Paths of `/api/admin/screen-repos`, for the OpenAPI document. */
import { adminCall } from './admin-call.ts';
import { errors, json, type Parameter, type PathItem } from './parts.ts';

const HANDLE: Parameter = {
  name: 'handle',
  in: 'path',
  required: true,
  description: 'Handle of the screen repo',
  schema: { type: 'string', examples: ['garden'] },
};

const all: PathItem = {
  get: adminCall({
    id: 'listScreenRepos',
    summary: 'All screen repos, the embedded one first',
    answer: json('ScreenRepo', 'The repos', true),
  }),
  post: adminCall({
    id: 'createScreenRepo',
    summary: 'Register a screen repo',
    description: 'It is fetched in the background; the answer shows it at this instant.',
    body: 'CreateScreenRepo',
    answer: json('ScreenRepo', 'Written'),
    writes: true,
    errors: ['credentials_in_url', 'repo_exists', 'reserved_handle'],
  }),
};

/** The calls about one repo. @param suffix  of their ids, where its handle is a word of the path */
const oneRepo = (parameters: readonly Parameter[], suffix = ''): PathItem => ({
  get: adminCall({
    id: `getScreenRepo${suffix}`,
    summary: 'One screen repo',
    parameters,
    answer: json('ScreenRepo', 'The repo'),
    errors: ['invalid_path', 'unknown_repo'],
  }),
  patch: adminCall({
    id: `changeScreenRepo${suffix}`,
    summary: 'Change repo, pin or token',
    description:
      'What is left out keeps its value. A change starts a fetch; what serves goes on until it succeeds.',
    parameters,
    body: 'UpdateScreenRepo',
    answer: json('ScreenRepo', 'Written'),
    writes: true,
    errors: ['invalid_path', 'credentials_in_url', 'unknown_repo', 'reserved_handle'],
  }),
  delete: adminCall({
    id: `deleteScreenRepo${suffix}`,
    summary: 'Remove a screen repo that no device uses',
    parameters,
    answer: json('Done', 'Removed'),
    writes: true,
    errors: ['invalid_path', 'unknown_repo', 'reserved_handle', 'repo_in_use'],
  }),
});

/** A call of a git host. */
const hook: PathItem = {
  post: {
    tags: ['data'],
    operationId: 'callRepoHook',
    summary: 'Look for a new commit, for git hosts',
    description:
      'Takes the `push` of GitHub, GitLab, Gitea, Forgejo and Gogs: signed with `webhook_secret` in `X-Hub-Signature-256`, `X-Gitea-Signature`, `X-Forgejo-Signature` or `X-Gogs-Signature`, or with the secret itself in `X-Gitlab-Token` or as bearer token. The body may be anything; one in JSON with a `ref` that is not the pin does nothing.',
    security: [{ hookSecret: [] }],
    parameters: [HANDLE],
    requestBody: {
      description: 'What git hosts send; the proof in the headers is of these bytes',
      content: { '*/*': { schema: {} } },
    },
    responses: {
      202: json('HookTaken', 'Taken; the fetch goes on in the background'),
      ...errors(
        'hook_refused',
        'body_too_large',
        'unsupported_media_type',
        'too_many_attempts',
        'request_timeout',
        'overloaded',
        'invalid_path',
      ),
    },
  },
};

/** The paths by their address. */
export const SCREEN_REPO_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/hooks/repo/{handle}': hook,
  '/api/admin/screen-repos': all,
  '/api/admin/screen-repos/update': {
    // A repo may have the handle `update`, too: only POST means all of them.
    ...oneRepo([], 'NamedUpdate'),
    post: adminCall({
      id: 'fetchAllScreenRepos',
      summary: 'Fetch all screen repos anew, pinned commits as well',
      answer: json('Done', 'Started'),
    }),
  },
  '/api/admin/screen-repos/{handle}': oneRepo([HANDLE]),
  '/api/admin/screen-repos/{handle}/update': {
    post: adminCall({
      id: 'fetchScreenRepo',
      summary: 'Look for a new commit',
      description:
        'The body may be left out. A commit that breaks a screen which a device shows is taken only with `accept`.',
      parameters: [HANDLE],
      body: 'FetchScreenRepo',
      bodyRequired: false,
      answer: json('ScreenRepo', 'The repo before the fetch, which has started'),
      errors: ['invalid_path', 'unknown_repo'],
    }),
  },
};
