/** Paths that programs and git hosts call, for the OpenAPI document. */
import { DATA_NAME } from '../../../admin/data/pushed-data.ts';
import { hookSchema } from '../../../admin/screen-repos/screen-repo-bodies.ts';
import { REPO_HANDLE } from '../../../admin/screen-repos/screen-repo-calls.ts';
import { doneSchema } from '../../../admin/view.ts';
import type { ErrorCode } from '../../../platform/base/errors.ts';
import { dataSchema, keptSchema } from '../schemas/data.ts';
import { BODY } from './admin-paths.ts';
import { errors, json, type PathItem, pathParameter } from './parts.ts';

interface DataCall {
  readonly id: string;
  readonly summary: string;
  readonly body?: object;
  readonly answer: object;
  readonly errors: readonly ErrorCode[];
}

function dataCall({ id, summary, body, answer, errors: codes }: DataCall): object {
  return {
    tags: ['data'],
    operationId: id,
    summary,
    security: [{ dataToken: [] }],
    parameters: [pathParameter('name', DATA_NAME)],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      200: answer,
      ...errors('data_token_refused', 'too_many_attempts', 'invalid_path', ...codes),
    },
  };
}

const data: PathItem = {
  get: dataCall({
    id: 'getData',
    summary: 'Data as they were pushed',
    answer: json(dataSchema, 'The data'),
    errors: ['not_pushed'],
  }),
  put: dataCall({
    id: 'putData',
    summary: 'Push data for scripts, which read them with `data_get`',
    body: { required: true, content: { 'application/json': { schema: {} } } },
    answer: json(keptSchema, 'Kept, in the place of those before'),
    errors: [...BODY, 'no_room_for_push', 'store_unavailable'],
  }),
  delete: dataCall({
    id: 'removeData',
    summary: 'Forget data',
    answer: json(doneSchema, 'Forgotten'),
    errors: ['not_pushed', 'store_unavailable'],
  }),
};

/** A call of a git host. */
const hook: PathItem = {
  post: {
    tags: ['data'],
    operationId: 'callRepoHook',
    summary: 'Look for a new commit, for git hosts',
    description:
      'Takes the `push` of GitHub, GitLab, Gitea, Forgejo and Gogs: signed with `webhook_secret` in `X-Hub-Signature-256`, `X-Gitea-Signature`, `X-Forgejo-Signature` or `X-Gogs-Signature`, or with the secret itself in `X-Gitlab-Token` or as bearer token. The body may be anything; one in JSON with a `ref` that is not the pin does nothing.',
    security: [{ hookSecret: [] }],
    parameters: [pathParameter('handle', REPO_HANDLE)],
    requestBody: {
      description: 'What git hosts send; the proof in the headers is of these bytes',
      content: { '*/*': { schema: {} } },
    },
    responses: {
      202: json(hookSchema, 'Taken; the fetch goes on in the background'),
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
export const DATA_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/data/{name}': data,
  '/api/hooks/repo/{handle}': hook,
};
